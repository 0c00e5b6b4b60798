import Foundation

/// The constants in the sources that may be limits.
package struct Limits: Sendable {
  /// In ascending order, each once.
  package let values: [Int]
  package init(values: some Sequence<Int>) { self.values = Set(values).sorted() }

  /// Reads the constants of all Swift files under folders.
  package init(sources folders: [String]) {
    // Libraries have limits too, and most of theirs are powers of two.
    var values = Set((3...20).map { 1 << $0 })
    for folder in folders {
      let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      for name in names
      where name.hasSuffix(".swift") && !name.contains("Tests/") && !name.contains(".build/") {
        let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
        values.formUnion(Self.constants(in: text))
      }
    }
    self.init(values: values)
  }

  /// The integers of a source's `let` lines and ranges; `1 << 20` and `64 * 1024` are calculated.
  package static func constants(in source: String) -> Set<Int> {
    var found: Set<Int> = []
    for line in source.split(separator: "\n") {
      let isConstant = line.contains("let ") || line.contains("...") || line.contains("..<")
      guard isConstant || line.contains("default:") else { continue }
      for match in line.matches(of: /([0-9][0-9_]*)(?: *(<<|\*) *([0-9][0-9_]*))?/) {
        let first = number(match.output.1)
        let second = match.output.3.map(number) ?? 0
        switch match.output.2 {
        case "<<" where second < 40: found.insert(first << second)
        case "*" where first < 1 << 30 && second < 1 << 30: found.insert(first * second)
        default: found.insert(first)
        }
      }
    }
    return found.filter { $0 >= 4 }
  }

  private static func number(_ text: Substring) -> Int { Int(text.filter { $0 != "_" }) ?? 0 }
}
