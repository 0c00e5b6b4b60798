import Basics
import Core
import FoundationEssentials

/// Where a cloud is found on the network: `https://host`, perhaps with a port and a path.
public struct CloudAddress: Hashable, Sendable {
  /// An invalid address; the description completes "Invalid value 'x': …".
  public struct ParsingError: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  public let isEncrypted: Bool
  /// The machine's name or number; an IPv6 address in brackets.
  public let host: String
  /// `nil` for the scheme's own: 443, or 80 without encryption.
  public let port: Int?
  /// The prefix of each endpoint's path; empty, or beginning with a slash.
  let path: String

  /// Reads an address.
  ///
  /// - Throws: ``ParsingError`` for anything but `http` and `https`, and for an address that holds a
  ///   password, a query or a fragment.
  public init(parsing text: String) throws(ParsingError) {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = parts.percentEncodedHost, !host.isEmpty
    else {
      throw ParsingError(description: "an address looks like https://cloud.example.org")
    }
    guard parts.user == nil, parts.password == nil else {
      throw ParsingError(description: "an address holds no user and no password")
    }
    guard parts.query == nil, parts.fragment == nil else {
      throw ParsingError(description: "an address ends with its path")
    }
    if let port = parts.port, !(1...65_535).contains(port) {
      throw ParsingError(description: "a port lies between 1 and 65535")
    }
    isEncrypted = scheme == "https"
    self.host = host.lowercased()
    port = parts.port == (isEncrypted ? 443 : 80) ? nil : parts.port
    path = parts.percentEncodedPath.split(separator: "/").map { "/\($0)" }.joined()
  }

  /// Whether the host is this machine: `localhost`, `[::1]` or four decimal numbers that begin with
  /// 127. Other spellings, such as names below `127.` or `127.1`, are not.
  ///
  /// Source: RFC 5735, section 3; RFC 4291, section 2.5.3; RFC 6761, section 6.3.
  public var isLocal: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { part in
        part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
          && UInt8(part) != nil
      }
  }

  /// A name for a file that belongs to this cloud: letters, digits, dots and underscores.
  ///
  /// Two addresses never share a name: what is no letter, digit or dot is written as a number.
  public var fileName: String {
    String(
      decoding: description.utf8.flatMap { byte -> [UInt8] in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "."):
          [byte]
        default: Array("_\(byte)_".utf8)
        }
      }, as: UTF8.self)
  }
}

extension CloudAddress: CustomStringConvertible {
  /// The address as ``init(parsing:)`` reads it.
  public var description: String {
    let scheme = isEncrypted ? "https" : "http"
    let port = port.map { ":\($0)" } ?? ""
    return "\(scheme)://\(host)\(port)\(path)"
  }
}

extension CloudAddress {
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
