import Basics

extension BuildReport {
  /// The results in the form of JUnit, which CI services read.
  ///
  /// Source: the schema "JUnit.xsd" of the Jenkins xUnit plugin.
  package var junit: String {
    var suites = ""
    for step in steps {
      if let first = step.errors.first {
        suites += Self.failed(
          step.package, "build", first, step.errors.joined(separator: "\n"),
          seconds: step.buildSeconds)
      }
      let targets = Dictionary(grouping: step.tests.tests, by: \.target).sorted { $0.key < $1.key }
      for (target, tests) in targets {
        let failures = tests.count { [.failed, .crashed].contains($0.outcome) }
        let skipped = tests.count { $0.outcome == .skipped }
        suites += Self.suite(
          target, tests: tests.count, failures: failures, skipped: skipped,
          seconds: step.tests.seconds[target] ?? 0,
          tests.map(Self.testCase).joined())
      }
      if step.errors.isEmpty, !step.succeeded, step.tests.failures.isEmpty {
        suites += Self.failed(
          step.package, "test process", "ended with status \(step.testStatus)",
          String(step.output.suffix(4000)), seconds: step.seconds)
      }
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\(suites)</testsuites>\n"
  }

  /// A suite of what is no test and has failed.
  private static func failed(
    _ package: String, _ name: String, _ message: String, _ text: String, seconds: Double
  ) -> String {
    suite(
      package, tests: 1, failures: 1, seconds: seconds,
      """
          <testcase classname="\(package.escapedForXML)" name="\(name)" time="0">
            <failure message="\(message.escapedForXML)">\(text.escapedForXML)</failure>
          </testcase>

      """)
  }

  private static func suite(
    _ name: String, tests: Int, failures: Int, skipped: Int = 0, seconds: Double, _ cases: String
  ) -> String {
    let counts = "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\""
    return """
        <testsuite name="\(name.escapedForXML)" \(counts) time="\(seconds.tenths)">
      \(cases)  </testsuite>

      """
  }

  private static func testCase(_ test: TestCase) -> String {
    let place =
      test.file.isEmpty ? "" : " file=\"\(test.file.escapedForXML)\" line=\"\(test.line)\""
    let type = test.suite.isEmpty ? test.target : "\(test.target).\(test.suite)"
    let name =
      test.name.hasPrefix(test.suite + ".")
      ? test.name.dropFirst(test.suite.count + 1) : test.name[...]
    let head =
      "    <testcase classname=\"\(type.escapedForXML)\" name=\"\(String(name).escapedForXML)\""
      + " time=\"\(((test.end - test.begin) * 1000).rounded() / 1000)\"\(place)"
    switch test.outcome {
    case .passed: return head + "/>\n"
    case .skipped: return head + "><skipped/></testcase>\n"
    case .failed, .crashed:
      let message = (test.outcome == .crashed ? test.crash : test.message).escapedForXML
      return head + "><failure message=\"\(message)\">\(message)</failure></testcase>\n"
    }
  }

  /// Workflow commands that GitHub Actions shows beside the changed lines.
  package var annotations: String {
    steps.map { step in
      let errors = step.errors.map { error in
        let parts = error.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        let line = parts.count > 1 ? Int(parts[1]) : nil
        return GitHubAnnotation.error(
          file: line == nil ? "" : String(parts[0]), line: line ?? 1,
          title: "\(step.package) does not build", message: error)
      }
      let failures = step.tests.failures.map { test in
        GitHubAnnotation.error(
          file: test.file, line: test.line, title: "\(test.target) '\(test.name)'",
          message: test.outcome == .crashed ? test.crash : test.message)
      }
      return (errors + failures).joined()
    }.joined()
  }
}
