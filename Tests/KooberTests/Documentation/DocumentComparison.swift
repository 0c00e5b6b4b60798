/// Compares what a document shows with what was printed.
///
/// In a document `…` stands for any text of a line, and in a line of its own for any lines. Minutes
/// until a pick-up, times of day, and the ports of servers may differ.
enum DocumentComparison {
  static func agree(_ documented: [String], _ printed: [String]) -> Bool {
    agree(documented.map(comparable)[...], printed.map(comparable).filter { !$0.isEmpty }[...])
  }

  private static func agree(_ documented: ArraySlice<String>, _ printed: ArraySlice<String>) -> Bool
  {
    guard let line = documented.first else { return printed.isEmpty }
    if line.isEmpty { return agree(documented.dropFirst(), printed) }
    if line == "…" {
      return agree(documented.dropFirst(), printed)
        || (!printed.isEmpty && agree(documented, printed.dropFirst()))
    }
    guard let first = printed.first, isShown(first, as: line) else { return false }
    return agree(documented.dropFirst(), printed.dropFirst())
  }

  private static func isShown(_ printed: String, as documented: String) -> Bool {
    let parts = documented.split(separator: "…", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return printed == documented }
    var rest = printed[...]
    guard rest.hasPrefix(parts[0]), rest.hasSuffix(parts[parts.count - 1]) else { return false }
    for part in parts where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  private static func comparable(_ line: String) -> String {
    line.replacing(#/ *[0-9]+ min/#, with: " N min")
      .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/, with: "TIME")
      .replacing(/127\.0\.0\.1:[0-9]+/, with: "127.0.0.1:PORT")
      .replacing(#/ +$/#, with: "")
  }
}
