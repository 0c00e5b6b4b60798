import CompositionExamples

let sources = try ExampleSources()
var reports: [ComparisonReport] = []
for candidate in Candidate.allCases {
  reports.append(try await ComparisonReport(of: candidate, in: sources))
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
