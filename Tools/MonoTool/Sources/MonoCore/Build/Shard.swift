/// One of several parts of the tests, for machines that share them.
package struct Shard: Sendable, Equatable {
  /// From 1.
  package let number: Int
  package let count: Int

  /// - Throws: `MonoError.usage` when the text is not like `2/4`.
  package init(_ text: String) throws(MonoError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1,
      (1...count).contains(number)
    else {
      throw .usage("'\(text)' is no part of a whole.", hint: "Use NUMBER/COUNT, as in 2/4.")
    }
    (self.number, self.count) = (number, count)
  }

  /// The tests of this part: the longest first, each to the part that has the least so far, so that
  /// every machine comes to the same parts.
  package func tests(
    of all: [Int], in workspace: Workspace, seconds: [String: Double]
  ) -> [Int] {
    let known = all.compactMap { seconds[workspace.targets[$0].moduleName] }.sorted()
    // What was never measured takes as long as most others.
    let usual = known.isEmpty ? 1 : known[known.count / 2]
    // One folder is run once, so the targets that list it stay together.
    let groups = Dictionary(grouping: all) { workspace.targets[$0].folder }.map { folder, tests in
      (folder, tests, seconds[workspace.targets[tests[0]].moduleName] ?? usual)
    }.sorted { ($1.2, $0.0) < ($0.2, $1.0) }
    var loads = Array(repeating: 0.0, count: count)
    var own: [Int] = []
    for (_, tests, seconds) in groups {
      let least = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[least] += seconds
      if least == number - 1 { own += tests }
    }
    return own.sorted()
  }
}
