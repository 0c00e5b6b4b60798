import Basics
import Cloud

/// The grammar of the lines of a request. Source: RFC 9112, sections 3, 5 and 7.1; RFC 9110,
/// sections 5.5 and 5.6.2.
enum RequestGrammar {
  /// Parses `METHOD TARGET HTTP/1.1`.
  static func requestLine(
    _ line: ArraySlice<UInt8>
  ) throws(HTTPSyntaxError) -> (method: String, target: String, isVersion10: Bool) {
    guard let first = line.firstIndex(of: .space), let last = line.lastIndex(of: .space),
      first < last, let method = token(line[..<first]), method.utf8.count <= 32
    else { throw HTTPSyntaxError("The request line is not METHOD TARGET HTTP/1.1.") }
    let (target, version) = (line[(first + 1)..<last], line[(last + 1)...])
    // A blank would be another part.
    guard !target.isEmpty, target.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw HTTPSyntaxError("The request line is not METHOD TARGET HTTP/1.1.") }
    let isVersion10 = version.elementsEqual("HTTP/1.0".utf8)
    guard isVersion10 || version.elementsEqual("HTTP/1.1".utf8) else {
      let isHTTP = version.starts(with: "HTTP/".utf8) && version.count == 8
      throw HTTPSyntaxError(isHTTP ? 505 : 400, "The version of HTTP is not 1.1 or 1.0.")
    }
    return (method, try originForm(String(decoding: target, as: UTF8.self)), isVersion10)
  }

  /// Returns the path and query of a target in origin form or absolute form.
  private static func originForm(_ target: String) throws(HTTPSyntaxError) -> String {
    if target.hasPrefix("/") || target == "*" { return target }
    let scheme = ["http://", "https://"].first { target.lowercased().hasPrefix($0) }
    guard let scheme else { throw HTTPSyntaxError("The target does not begin with a slash.") }
    let rest = target.dropFirst(scheme.count)
    let authority = String(rest.prefix { $0 != "/" && $0 != "?" })
    guard isHost(authority) else { throw HTTPSyntaxError("The target has no HOST:PORT.") }
    let path = rest.firstIndex { $0 == "/" || $0 == "?" }.map { String(rest[$0...]) } ?? ""
    return path.hasPrefix("/") ? path : "/" + path
  }

  /// Whether a text is `HOST` or `HOST:PORT`; the port may be empty, but the host of no HTTP address is.
  /// Source: RFC 9112, section 3.3; RFC 9110, sections 4.2.1 and 7.2; RFC 3986, section 3.2.
  static func isHost(_ text: String) -> Bool {
    guard !text.hasPrefix("[") else { return IPAddress(text) != nil && !text.contains("+") }
    let name = text.utf8.prefix { $0 != .colon }
    let port = text.utf8[name.endIndex...].dropFirst()
    return !name.isEmpty && name.allSatisfy(\.isHostByte)
      && (!name.contains(UInt8(ascii: "%")) || (try? PercentCoding.decode(name)) != nil)
      && port.allSatisfy { (0x30...0x39).contains($0) }
      && (port.isEmpty || UInt16(String(port) ?? "") != nil)
  }

  /// Parses one field line; `nil` for a field that the server does not use and for the empty line.
  static func field(
    _ line: ArraySlice<UInt8>
  ) throws(HTTPSyntaxError) -> (name: HTTPFields.Name, value: String)? {
    guard let first = line.first else { return nil }
    guard first != .space, first != .tab
    else { throw HTTPSyntaxError("A header field is folded over two lines.") }
    guard let colon = line.firstIndex(of: .colon), let name = token(line[..<colon])
    else { throw HTTPSyntaxError("A header field is not NAME: VALUE.") }
    var value = line[(colon + 1)...]
    while value.first?.isBlank == true { value.removeFirst() }
    while value.last?.isBlank == true { value.removeLast() }
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == .tab })
    else { throw HTTPSyntaxError("A header field has a control character.") }
    guard let known = HTTPFields.Name(rawValue: name.lowercased()) else { return nil }
    guard let text = String(validating: value, as: UTF8.self)
    else { throw HTTPSyntaxError("A header field is not in UTF-8.") }
    return (known, text)
  }

  /// Parses `SIZE [; EXTENSION]`; extensions have no meaning here.
  static func chunkSize(_ line: ArraySlice<UInt8>) throws(HTTPSyntaxError) -> Int {
    let digits = line.prefix { Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }
    let rest = line[digits.endIndex...].trimming(while: \.isBlank)
    guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), digits.count <= 8,
      rest.isEmpty && digits.endIndex == line.endIndex || rest.first == .semicolon,
      rest.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == .tab })
    else { throw HTTPSyntaxError("The size of a chunk is not a hexadecimal number.") }
    return size
  }

  private static func token(_ bytes: ArraySlice<UInt8>) -> String? {
    let isToken = !bytes.isEmpty && bytes.allSatisfy(\.isTokenByte)
    return isToken ? String(decoding: bytes, as: UTF8.self) : nil
  }
}

/// The path and the query of a request, decoded.
///
/// Source: RFC 3986, sections 2.1, 3.3 and 3.4; a plus sign in the query is a blank, as in forms.
struct RequestTarget: Equatable {
  let path: [String]
  let query: [String: String]

  private static let parameterLimit = HTTPLimits().queryParameters

  /// Reads a target in origin form; `nil` when it does not begin with a slash, when an escape or its
  /// text is invalid, when the path has a NUL, or when the query has a name twice or more than the
  /// limit of parameters. Slashes are not folded: `/a//b/` has the segments `a`, ``, `b` and ``.
  init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    let question = bytes.firstIndex(of: UInt8(ascii: "?"))
    let segments = bytes[..<(question ?? bytes.endIndex)].dropFirst()
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var path: [String] = []
    for segment in segments {
      guard let decoded = Self.decode(segment, plusIsBlank: false), !decoded.utf8.contains(0)
      else { return nil }
      path.append(decoded)
    }
    if path == [""] { path = [] }
    var query: [String: String] = [:]
    let pairs = question.map { bytes[bytes.index(after: $0)...] } ?? ""[...].utf8
    for pair in pairs.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decode(parts[0], plusIsBlank: true),
        let value = Self.decode(
          parts.count > 1 ? parts[1] : parts[0][...].suffix(0), plusIsBlank: true),
        query.updateValue(value, forKey: name) == nil, query.count <= Self.parameterLimit
      else { return nil }
    }
    self.path = path
    self.query = query
  }

  private static func decode(_ text: Substring.UTF8View, plusIsBlank: Bool) -> String? {
    let isPlain = text.allSatisfy {
      $0 != UInt8(ascii: "%") && !(plusIsBlank && $0 == UInt8(ascii: "+"))
    }
    return isPlain ? String(text) : try? PercentCoding.decode(text, plusIsSpace: plusIsBlank)
  }
}

extension UInt8 {
  fileprivate static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  fileprivate static let space = UInt8(ascii: " ")
  fileprivate static let colon = UInt8(ascii: ":")
  fileprivate static let semicolon = UInt8(ascii: ";")

  var isBlank: Bool { self == .space || self == .tab }

  var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Whether it is allowed in a method or a field's name.
  var isTokenByte: Bool { isLetterOrDigit || Self.tokenMarks.contains(self) }

  private static let tokenMarks = Array("!#$%&'*+-.^_`|~".utf8)
  private static let hostMarks = Array("-._~%!$&'()*+;=".utf8)

  /// Whether it is allowed in the name of a host. Source: RFC 3986, section 3.2.
  var isHostByte: Bool { isLetterOrDigit || Self.hostMarks.contains(self) }
}
