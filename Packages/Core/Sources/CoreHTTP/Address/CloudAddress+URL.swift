import Basics
import Core

extension CloudAddress {
  /// The URL of a request to this cloud.
  func url(of request: CloudRequest) -> String {
    let segments = request.path.map { "/\(Self.segment($0))" }.joined()
    let query = request.query.sorted { $0.key < $1.key }.map { name, value in
      "\(PercentCoding.encode(name))=\(PercentCoding.encode(value))"
    }.joined(separator: "&")
    return description + segments + (query.isEmpty ? "" : "?\(query)")
  }

  /// A segment of dots would be taken for a step in the tree, so its dots are encoded, too.
  /// Source: RFC 3986, section 5.2.4.
  private static func segment(_ text: String) -> String {
    let encoded = PercentCoding.encode(text)
    return text == "." || text == ".." ? encoded.replacing(".", with: "%2E") : encoded
  }
}
