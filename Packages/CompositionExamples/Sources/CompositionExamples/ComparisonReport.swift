public import AuthenticationBehaviors
import SourceEvidence

/// Everything measured of one composition.
public struct ComparisonReport: Sendable {
  /// Which one.
  public let candidate: Candidate
  /// What its sources show.
  public let source: SourceMeasures
  /// What it shows when it runs.
  public let run: RunMeasures
  /// What it costs.
  public let cost: CostMeasures

  /// Measures a composition; takes some seconds, most of them for the compiler.
  ///
  /// - Parameters:
  ///   - candidate: A composition; one that needs its own process has to be the first there.
  ///   - sources: Where the changes are made.
  ///   - check: Runs a behavior, in another process where the composition needs one.
  @MainActor
  public init(
    of candidate: Candidate, in sources: ExampleSources,
    check: RunMeasures.Check = RunMeasures.check
  ) async throws {
    self.candidate = candidate
    source = try SourceMeasures(of: candidate, in: sources)
    run = try await RunMeasures(of: candidate, check: check)
    cost = try CostMeasures(of: candidate)
  }

  func objects(_ screen: String) -> String {
    run.objectsPerScreen.first { $0.screen == screen }.map { "\($0.objects)" } ?? "not counted"
  }

  func size(_ size: RecordedChange.Size) -> String {
    "\(size.lines) in \(counted(size.files, "file"))"
  }

  var move: String {
    source.move.map { "\($0.written), and \($0.kept) stay" } ?? "the first one"
  }

  func holding(_ failures: [Behavior]) -> String {
    let all = Behavior.allCases.count
    return "\(all - failures.count) of \(all)"
  }

  var testSubstitution: String {
    run.graphsAreIndependent ? "by init, side by side" : "in its own process"
  }

  var compileTimeSubstitution: String {
    "yes, in \(counted(source.compileTimePlaces, "place"))"
  }

  var runTimeSubstitution: String {
    run.failuresInMemory.contains(.substitution) ? "no" : "yes, per pick-up"
  }

  var independentFiles: String {
    "\(source.independentFiles) of \(source.files)"
  }

  var time: String {
    "\(Int(cost.nanoseconds.rounded())) ns"
  }
}

func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
