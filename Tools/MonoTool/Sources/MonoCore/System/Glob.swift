/// A file or name pattern: `*` stands for anything but a slash, `**` for anything, `?` for one
/// character; a leading `**/` also matches nothing.
package struct Glob: Sendable, Hashable {
  package let pattern: String
  private let tokens: [Token]
  /// The text before the first character that stands for others.
  package let beginning: String
  /// The longest text between such characters; without it the pattern matches nothing.
  private let literal: [UInt8]

  private enum Token: Hashable {
    case literal(Character)
    case one
    case segment
    case anything
  }

  package init(_ pattern: String) {
    self.pattern = pattern
    var tokens: [Token] = []
    var rest = Substring(pattern)
    while let first = rest.first {
      if rest.hasPrefix("**") {
        tokens.append(.anything)
        rest = rest.dropFirst(2)
        // "**/x" also matches "x".
        if rest.first == "/" { rest = rest.dropFirst() }
      } else {
        tokens.append(first == "*" ? .segment : first == "?" ? .one : .literal(first))
        rest = rest.dropFirst()
      }
    }
    self.tokens = tokens
    beginning = String(pattern.prefix { $0 != "*" && $0 != "?" })
    let pieces = pattern.replacing("**/", with: "*").split { $0 == "*" || $0 == "?" }
      .filter { $0.utf8.allSatisfy { $0 < 0x80 } }
    literal = Array((pieces.max { $0.count < $1.count } ?? "").utf8)
  }

  /// Whether the pattern describes the whole text; linear in the text for each token.
  package func matches(_ text: String) -> Bool {
    // Most texts differ in the beginning, or lack what the pattern says.
    guard text.hasPrefix(beginning), Array(text.utf8).holds(literal) else { return false }
    let characters = Array(text)
    // reachable[i]: the tokens so far can match the first i characters.
    var reachable = [true] + Array(repeating: false, count: characters.count)
    for token in tokens {
      var next = Array(repeating: false, count: characters.count + 1)
      switch token {
      case .literal, .one:
        for (index, character) in characters.enumerated()
        where token == .one ? character != "/" : token == .literal(character) {
          next[index + 1] = reachable[index]
        }
      case .segment, .anything:
        for index in reachable.indices {
          let extends =
            index > 0 && next[index - 1] && (token == .anything || characters[index - 1] != "/")
          next[index] = reachable[index] || extends
        }
      }
      reachable = next
    }
    return reachable[characters.count]
  }
}
