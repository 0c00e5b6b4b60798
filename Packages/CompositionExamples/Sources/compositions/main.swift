import AuthenticationBehaviors
import Basics
import CompositionExamples

/// Runs one behavior in another process of this program.
@MainActor
func checkElsewhere(
  _ candidate: Candidate, _ behavior: Behavior, _ storage: Storage
) async throws -> Bool {
  guard candidate.needsOwnProcess else {
    return await RunMeasures.check(candidate, behavior, storage)
  }
  let outcome = try Subprocess.run(
    "/proc/self/exe", [candidate.rawValue, behavior.rawValue, storage.rawValue])
  return outcome.status == .exited(0)
}

let arguments = CommandLine.arguments.dropFirst()
if let candidate = arguments.first.flatMap(Candidate.init),
  let behavior = arguments.dropFirst().first.flatMap(Behavior.init),
  let storage = arguments.dropFirst(2).first.flatMap(Storage.init)
{
  try await behavior.check(candidate.type, storage: storage)
} else {
  let sources = try ExampleSources()
  var reports: [ComparisonReport] = []
  for candidate in Candidate.allCases {
    reports.append(try await ComparisonReport(of: candidate, in: sources, check: checkElsewhere))
  }
  print(ComparisonTable(reports).text)
  #if DEBUG
    print("\nA debug build: compare times with 'swift run -c release compositions'.")
  #endif
  print("\nThe eight qualities, and what shows them:")
  for evidence in QualityEvidence.all(from: reports) {
    print("\n\(evidence.quality)")
    for (candidate, finding) in evidence.findings {
      print("  \(candidate.rawValue): \(finding)")
    }
  }
}
