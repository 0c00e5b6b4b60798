import Basics

/// Results of test targets that passed, by everything that they depend on.
///
/// Entries are small files, at most ``limit`` of them; a folder that several machines share works
/// as well.
package struct ResultCache: Sendable {
  /// How many results are kept; the oldest are removed. Each takes about 100 bytes.
  package static let limit = 5000

  let folder: String

  /// The number of tests that passed, when the target's result is known.
  func tests(of key: String) -> Int? {
    guard let bytes = Files.read("\(folder)/results/\(key).json"),
      let entry = try? JSON.parse(bytes)
    else { return nil }
    return entry["tests"]?.double.map { Int($0) }
  }

  func record(_ key: String, target: String, tests: Int) throws(MonoError) {
    let entry: JSON = ["target": .string(target), "tests": .integer(tests)]
    try Files.write(entry.compact, to: "\(folder)/results/\(key).json")
  }

  /// Removes the oldest results beyond the limit.
  func prune(limit: Int = Self.limit) {
    let entries = Files.entries("\(folder)/results")
    guard entries.count > limit else { return }
    let byAge = entries.map {
      ($0.name, Files.stamp("\(folder)/results/\($0.name)")?.modified ?? 0)
    }
    .sorted { $0.1 < $1.1 }
    for (name, _) in byAge.prefix(entries.count - limit) {
      try? Files.remove("\(folder)/results/\(name)")
    }
  }
}
