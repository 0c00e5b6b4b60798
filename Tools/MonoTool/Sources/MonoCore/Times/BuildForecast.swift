import Basics

/// Says how long builds will take, from how well that was known of the last ones.
///
/// After each build the sum of what its targets took before is kept beside what they took now. Their
/// usual relation turns such a sum into seconds; where the last builds differed from it by more than
/// 30 %, nothing is said.
package struct BuildForecast: Sendable {
  private struct Sample: Equatable {
    /// What the targets took when they were compiled before, in seconds.
    let known: Double
    /// What the build took.
    let actual: Double

    var relation: Double { actual / known }
  }

  /// How many of the last builds count, and how many there have to be.
  private static let (most, least) = (7, 3)
  private static let tolerance = 0.3
  /// Builds that take less are mostly planning.
  private static let shortest = 0.5

  private var samples: [Sample] = []
  private let path: String

  package init(root: String) {
    path = "\(root)/.build/mono/build-seconds.json"
    let list = Files.read(path).flatMap { try? JSON.parse($0) }?.elements ?? []
    samples = list.compactMap { entry in
      guard let known = entry["known"]?.double, let actual = entry["actual"]?.double, known > 0
      else { return nil }
      return Sample(known: known, actual: actual)
    }
  }

  /// Why nothing can be said; `nil` when something can.
  package var objection: String? {
    if samples.count < Self.least {
      return "\(samples.count) of \(Self.least) builds that it takes have been measured"
    }
    let percent = Int((worst * 100).rounded())
    return worst > Self.tolerance ? "one of the last builds was \(percent) % off" : nil
  }

  /// The seconds of a build of targets that took so long before; `nil` when that cannot be said
  /// within 30 %.
  package func seconds(for known: Double) -> Double? {
    objection == nil ? known * usual : nil
  }

  private var usual: Double {
    let relations = samples.map(\.relation).sorted()
    return relations.isEmpty ? 1 : relations[relations.count / 2]
  }

  /// How far a build was from what would have been said, as a part of what it took.
  private var worst: Double {
    samples.map { abs($0.known * usual - $0.actual) / $0.actual }.max() ?? 0
  }

  /// Remembers a build.
  ///
  /// - Parameter seconds: What the whole build took.
  package mutating func record(
    from before: BuildTimes, to after: BuildTimes, seconds: Double
  ) throws(MonoError) {
    let compiled = after.compiled(since: before)
    let known = compiled.compactMap { before.shares[$0] }
    let sum = known.reduce(0, +)
    // What was never compiled before says nothing.
    guard known.count == compiled.count, sum >= Self.shortest, seconds > 0 else { return }
    samples = Array((samples + [Sample(known: sum, actual: seconds)]).suffix(Self.most))
    let list = samples.map { sample -> JSON in
      ["known": .number(sample.known), "actual": .number(sample.actual)]
    }
    try Files.write(JSON.array(list).pretty, to: path)
  }
}
