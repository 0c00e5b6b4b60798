import Basics

extension JSON {
  /// Reads one document whose objects have no name twice.
  static func parse(_ bytes: [UInt8]) throws(ParseError) -> JSON {
    try JSON(parsing: bytes, options: ReadingOptions(rejectsDuplicateNames: true))
  }

  /// The member of an object, or `nil` when there is none or it is `null`.
  subscript(name: String) -> JSON? {
    guard let value = object?[name], value != .null else { return nil }
    return value
  }

  /// The document on one line, names sorted: the same value always gives the same bytes.
  var compact: String { serialized(.sortedKeys) }
  /// The document with two-space indentation, names sorted, and a final line break.
  var pretty: String { serialized([.pretty, .sortedKeys]) + "\n" }
}

extension JSON? {
  /// The elements of a list; none when there is no list.
  var list: [JSON] { self?.elements ?? [] }
  /// The texts of a list of texts; other elements are left out.
  var texts: [String] { list.compactMap(\.text) }
}
