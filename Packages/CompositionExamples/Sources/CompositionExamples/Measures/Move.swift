/// What moving from one composition to the next costs: its lines of code compared, line by line,
/// wherever they stand. The objects that are composed stay as they are.
public struct Move: Equatable, Sendable {
  /// Lines that have to be written.
  public let written: Int
  /// Lines that stay, perhaps in another place.
  public let kept: Int
  /// Lines that go.
  public let removed: Int

  /// Creates a cost from its counts.
  public init(written: Int, kept: Int, removed: Int) {
    self.written = written
    self.kept = kept
    self.removed = removed
  }

  /// Compares the sources of two compositions; comments and empty lines do not count.
  init(from old: some Sequence<String>, to new: some Sequence<String>) {
    var rest = Self.lines(of: old)
    let total = rest.values.reduce(0, +)
    var written = 0
    for (line, count) in Self.lines(of: new) {
      let kept = min(count, rest[line, default: 0])
      written += count - kept
      rest[line, default: 0] -= kept
    }
    let removed = rest.values.reduce(0, +)
    self.init(written: written, kept: total - removed, removed: removed)
  }

  private static func lines(of texts: some Sequence<String>) -> [Substring: Int] {
    texts.flatMap { $0.split(separator: "\n") }
      .map { $0.drop { $0 == " " } }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }
      .reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
