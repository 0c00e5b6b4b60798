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

  /// The elements of a list; none when it is no list.
  var list: [JSON] { elements ?? [] }
  /// The texts of a list of texts; other elements are left out.
  var texts: [String] { list.compactMap(\.text) }

  init(_ texts: [String]) { self = .array(texts.map(JSON.string)) }
  init<Element>(_ elements: [Element], _ element: (Element) -> JSON) {
    self = .array(elements.map(element))
  }
  init(optional text: String?) { self = text.map(JSON.string) ?? .null }

  static func object(_ members: [String: JSON]) -> JSON {
    var object = Object()
    for (name, value) in members { object[name] = value }
    return .object(object)
  }

  /// The document on one line, names sorted: the same value always gives the same bytes.
  var compact: String { serialized(.sortedKeys) }
  /// The document with two-space indentation, names sorted, and a final line break.
  var pretty: String { serialized([.pretty, .sortedKeys]) + "\n" }
}
