/// Finds, without parsing, how much of a file has to be parsed to see all its imports.
enum LastImport {
  /// The end of the last statement that can be an import, or 0 when there is none.
  static func end(in source: [UInt8]) -> Int {
    let word = Array("import".utf8)
    var start = source.count - word.count
    while start >= 0 {
      let end = start + word.count
      if source[start] == word[0], source[start..<end].elementsEqual(word),
        mayFollow(end, in: source), mayPrecede(start, in: source)
      {
        return endOfStatement(in: source, from: end)
      }
      start -= 1
    }
    return 0
  }

  /// Whether the name of a module, a comment or a line break can come next.
  private static func mayFollow(_ end: Int, in source: [UInt8]) -> Bool {
    guard end < source.count, !isIdentifier(source[end]) else { return false }
    let next = source[end...].first { $0 != 0x20 && $0 != 0x09 }
    return next.map { isIdentifier($0) || "`\n\r/".utf8.contains($0) } ?? false
  }

  /// Whether what stands before the word on its line can begin a statement: nothing, an attribute, an
  /// access level, or the end of another statement or comment. Text in the middle of a sentence cannot.
  private static func mayPrecede(_ start: Int, in source: [UInt8]) -> Bool {
    if start > 0, isIdentifier(source[start - 1]) { return false }
    let lineStart = source[..<start].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    let line = source[lineStart..<start]
    if line.drop(while: { $0 <= 0x20 }).starts(with: Array("//".utf8)) { return false }
    guard let last = line.lastIndex(where: { $0 > 0x20 }) else { return true }
    if ";)/".utf8.contains(line[last]) { return true }
    let word = line[...last].suffix(while: { isIdentifier($0) || $0 == UInt8(ascii: "@") })
    let text = String(decoding: word, as: UTF8.self)
    return text.hasPrefix("@") || accessLevels.contains(text)
  }

  private static let accessLevels: Set = [
    "open", "public", "package", "internal", "fileprivate", "private",
  ]

  /// Comments and line breaks may stand before the module's name, so a few more lines are taken.
  private static func endOfStatement(in source: [UInt8], from start: Int) -> Int {
    var position = start
    var lines = 0
    while position < source.count, lines < 3 {
      if source[position] == UInt8(ascii: "\n") { lines += 1 }
      position += 1
    }
    return position
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}

extension ArraySlice<UInt8> {
  /// The longest end whose bytes all satisfy a condition.
  fileprivate func suffix(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    guard let last = lastIndex(where: { !condition($0) }) else { return self }
    return self[(last + 1)...]
  }
}
