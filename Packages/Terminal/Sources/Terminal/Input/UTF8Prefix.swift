/// Decodes the valid beginning of UTF-8 bytes.
enum UTF8Prefix {
  /// Returns the text before the first byte that is wrong or not complete yet.
  ///
  /// When there is no such text, the length is that of the wrong bytes, or 0 if more may follow.
  static func decode(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int) {
    var text = String.UnicodeScalarView()
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var length = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      text.append(scalar)
      length += UTF8.width(scalar)
    }
    guard text.isEmpty else { return (String(text), length) }
    return ("", isIncomplete(bytes) ? 0 : 1)
  }

  private static func isIncomplete(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    let expected =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    return bytes.count < expected && bytes.dropFirst().allSatisfy { (0x80...0xBF).contains($0) }
  }
}
