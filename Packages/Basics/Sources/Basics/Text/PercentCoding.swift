/// Text in a URL, where `%41` stands for `A`. Source: RFC 3986, sections 2.1 and 2.3.
public enum PercentCoding {
  /// Why a text cannot be decoded.
  public enum DecodingError: Error, Equatable {
    /// A percent sign is not followed by two hexadecimal digits.
    case brokenEscape
    case notUTF8
  }

  /// Returns a text in which only letters, digits, `-`, `.`, `_` and `~` stand for themselves.
  public static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text that an encoded one stands for.
  ///
  /// - Parameters:
  ///   - encoded: Code units in UTF-8.
  ///   - plusIsSpace: Whether a plus sign stands for a space, as in forms.
  public static func decode(
    _ encoded: some Sequence<UInt8>, plusIsSpace: Bool = false
  ) throws(DecodingError) -> String {
    var bytes: [UInt8] = []
    var rest = encoded.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(Hexadecimal.value),
          let low = rest.next().flatMap(Hexadecimal.value)
        else { throw .brokenEscape }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    return text
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
    default: false
    }
  }
}
