/// Swift source without its comments and string literals, whose lines keep their numbers.
///
/// What is interpolated into a string is code, and stays.
struct SourceText {
  private(set) var code = ""
  private var rest: Substring

  init(_ text: String) {
    rest = text[...]
    while !rest.isEmpty { readCode(untilParenthesis: false) }
  }

  /// Copies code up to its end, or to the parenthesis that ends an interpolation.
  private mutating func readCode(untilParenthesis: Bool) {
    var depth = 0
    while let character = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        skipComment()
      } else if let hashes = stringOpening() {
        skipString(hashes: hashes)
      } else {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        code.append(character)
        rest.removeFirst()
        if untilParenthesis, depth < 0 { return }
      }
    }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if rest.hasPrefix("/*") {
        depth += 1
        rest.removeFirst(2)
      } else if rest.hasPrefix("*/") {
        depth -= 1
        rest.removeFirst(2)
      } else {
        keepNewline(rest.removeFirst())
      }
    } while depth > 0 && !rest.isEmpty
  }

  /// The number of signs `#` before a quotation mark; `nil` where no string begins.
  private func stringOpening() -> Int? {
    let hashes = rest.prefix { $0 == "#" }
    return rest.dropFirst(hashes.count).first == "\"" ? hashes.count : nil
  }

  private mutating func skipString(hashes: Int) {
    let sign = String(repeating: "#", count: hashes)
    rest.removeFirst(hashes)
    let quote = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    rest.removeFirst(quote.count)
    code.append("\"")
    while !rest.isEmpty, !rest.hasPrefix(quote + sign) {
      if rest.hasPrefix("\\\(sign)(") {
        rest.removeFirst(2 + hashes)
        code.append("(")
        readCode(untilParenthesis: true)
      } else if rest.hasPrefix("\\\(sign)") {
        rest.removeFirst(min(rest.count, 2 + hashes))
      } else {
        keepNewline(rest.removeFirst())
      }
    }
    rest.removeFirst(min(rest.count, quote.count + hashes))
    code.append("\"")
  }

  private mutating func keepNewline(_ character: Character) {
    if character.isNewline { code.append("\n") }
  }
}
