/// The identifiers of a source file, found without parsing it.
struct SourceWords: Sendable {
  /// Everything that looks like an identifier, comments and strings included.
  private(set) var all: Set<String> = []
  /// What follows `struct`, `class`, `actor`, `enum`, `typealias` or `extension`.
  private(set) var declared: Set<String> = []

  private static let keywords: Set = ["struct", "class", "actor", "enum", "typealias", "extension"]

  init(_ source: [UInt8]) {
    var isDeclaring = false
    var start = 0
    while start < source.count {
      guard Self.isLetter(source[start]) else {
        start += 1
        continue
      }
      var end = start + 1
      while end < source.count, Self.isLetter(source[end]) || Self.isDigit(source[end]) { end += 1 }
      let word = String(decoding: source[start..<end], as: UTF8.self)
      if isDeclaring { declared.insert(word) }
      isDeclaring = Self.keywords.contains(word)
      // "extension Ride.Container" declares a part of the second.
      if end < source.count, source[end] == UInt8(ascii: "."), declared.contains(word) {
        isDeclaring = true
      }
      all.insert(word)
      start = end
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
      || byte >= 0x80
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
