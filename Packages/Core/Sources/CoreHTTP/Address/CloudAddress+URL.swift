import Core

extension CloudAddress {
  /// The URL of a request to this cloud.
  func url(of request: CloudRequest) -> String {
    let segments = request.path.map { "/\(Self.percentEncoded($0))" }.joined()
    let query = request.query.sorted { $0.key < $1.key }.map { name, value in
      "\(Self.percentEncoded(name))=\(Self.percentEncoded(value))"
    }.joined(separator: "&")
    return description + segments + (query.isEmpty ? "" : "?\(query)")
  }

  /// Keeps the unreserved characters and writes every other byte as a number.
  ///
  /// A segment of dots would be taken for a step in the tree, so its dots are written as numbers
  /// too. Source: RFC 3986, sections 2.3 and 5.2.4.
  private static func percentEncoded(_ text: String) -> String {
    let isStep = text == "." || text == ".."
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        [byte]
      case UInt8(ascii: ".") where !isStep: [byte]
      default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
