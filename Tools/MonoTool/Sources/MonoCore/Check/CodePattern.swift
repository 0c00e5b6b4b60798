/// A regular expression that is compared with lines of code.
///
/// A regular expression of Swift needs about a microsecond for each character. So only those lines
/// are compared with it that contain the texts without which it cannot match.
struct CodePattern {
  private let isAtStart: Bool
  private let literals: [[UInt8]]
  // It takes long to make, and most patterns have no line to be compared with.
  private lazy var regex = Result { try Regex(text).wordBoundaryKind(.simple) }
  private let text: String

  init(_ text: String) {
    self.text = text
    isAtStart = text.hasPrefix("^")
    literals = Self.literals(of: text).sorted { $0.count > $1.count }
  }

  /// The ranges of the lines that the pattern is found in; lines that begin with `//` do not count.
  mutating func lines(of code: [UInt8]) throws -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    while start < code.count {
      // Without a literal each line is a candidate.
      guard let place = Self.place(of: literals.first ?? [], in: code, from: start) else { break }
      let line = Self.line(around: place, in: code)
      start = line.upperBound + 1
      if try isFound(in: code[line]) { found.append(line) }
    }
    return found
  }

  private mutating func isFound(in line: ArraySlice<UInt8>) throws -> Bool {
    guard !line.drop(while: { $0 == UInt8(ascii: " ") }).starts(with: "//".utf8),
      literals.dropFirst().allSatisfy({ Self.place(of: $0, in: Array(line), from: 0) != nil })
    else { return false }
    let text = String(decoding: line, as: UTF8.self)
    // The search would try an anchored pattern at each character.
    return try isAtStart
      ? text.prefixMatch(of: regex.get()) != nil : text.firstMatch(of: regex.get()) != nil
  }

  private static func line(around place: Int, in code: [UInt8]) -> Range<Int> {
    let newline = UInt8(ascii: "\n")
    let start = code[..<place].lastIndex(of: newline).map { $0 + 1 } ?? 0
    return start..<(code[place...].firstIndex(of: newline) ?? code.count)
  }

  private static func place(of literal: [UInt8], in code: [UInt8], from start: Int) -> Int? {
    guard let first = literal.first else { return start }
    return code.withUnsafeBufferPointer { code in
      (start..<max(start, code.count - literal.count + 1)).first { place in
        code[place] == first
          && literal.indices.allSatisfy { code[place + $0] == literal[$0] }
      }
    }
  }
}

extension CodePattern {
  /// The texts that each match of the pattern contains, or none when the pattern does not show them:
  /// runs of plain characters outside of groups and classes, without what can be left out.
  static func literals(of pattern: String) -> [[UInt8]] {
    var runs: [[UInt8]] = [[]]
    var depth = 0
    var characters = Array(pattern.unicodeScalars)[...]
    while let character = characters.popFirst() {
      switch character {
      case "\\":
        guard let escaped = characters.popFirst() else { return [] }
        if !escaped.properties.isAlphabetic, escaped.isASCII, !("0"..."9").contains(escaped) {
          if depth == 0 { runs[runs.count - 1].append(UInt8(ascii: escaped)) }
        } else if "bBdDsSwW".unicodeScalars.contains(escaped) {
          runs.append([])
        } else {
          return []
        }
      case "(":
        // A group that sets options can change what follows it.
        if characters.first == "?", let kind = characters.dropFirst().first,
          !":!=<".unicodeScalars.contains(kind)
        {
          return []
        }
        depth += 1
        runs.append([])
      case ")":
        depth -= 1
      case "[":
        characters = behindClass(characters)
        runs.append([])
      case "|":
        if depth == 0 { return [] }
      case "*", "+", "?":
        _ = runs[runs.count - 1].popLast()
        runs.append([])
      case "{":
        _ = runs[runs.count - 1].popLast()
        characters = characters.drop { $0 != "}" }.dropFirst()
        runs.append([])
      case ".", "^", "$":
        runs.append([])
      default:
        if depth > 0 || !character.isASCII {
          runs.append([])
        } else {
          runs[runs.count - 1].append(UInt8(ascii: character))
        }
      }
    }
    return runs.filter { !$0.isEmpty }
  }

  /// What follows a class of characters, of which the opening bracket was read.
  private static func behindClass(
    _ characters: ArraySlice<Unicode.Scalar>
  ) -> ArraySlice<Unicode.Scalar> {
    var rest = characters
    var depth = 1
    while depth > 0, let character = rest.popFirst() {
      switch character {
      case "\\": rest = rest.dropFirst()
      case "[": depth += 1
      case "]": depth -= 1
      default: break
      }
    }
    return rest
  }
}
