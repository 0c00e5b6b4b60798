extension BuildReport {
  /// The results in the form of JUnit, which CI services read.
  ///
  /// Source: the schema "JUnit.xsd" of the Jenkins xUnit plugin.
  package var junit: String {
    var suites = ""
    for step in steps {
      if !step.errors.isEmpty {
        let errors = step.errors.joined(separator: "\n").escapedForXML
        suites += Self.suite(
          step.package, tests: 1, failures: 1, seconds: step.buildSeconds,
          """
              <testcase classname="\(step.package.escapedForXML)" name="build" time="0">
                <failure message="\(step.errors[0].escapedForXML)">\(errors)</failure>
              </testcase>

          """)
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
        let output = String(step.output.suffix(4000)).escapedForXML
        suites += Self.suite(
          step.package, tests: 1, failures: 1, seconds: step.seconds,
          """
              <testcase classname="\(step.package.escapedForXML)" name="test process" time="0">
                <failure message="ended with status \(step.testStatus)">\(output)</failure>
              </testcase>

          """)
      }
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\(suites)</testsuites>\n"
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
      + " time=\"\((test.end - test.begin).thousandths)\"\(place)"
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
        return GitHubAnnotation(
          file: line == nil ? "" : String(parts[0]), line: line ?? 1,
          title: "\(step.package) does not build", message: error)
      }
      let failures = step.tests.failures.map { test in
        GitHubAnnotation(
          file: test.file, line: test.line, title: "\(test.target) '\(test.name)'",
          message: test.outcome == .crashed ? test.crash : test.message)
      }
      return (errors + failures).map(\.text).joined()
    }.joined()
  }
}

extension Double {
  /// With three digits after the point.
  fileprivate var thousandths: String {
    let all = Int((Swift.max(0, self) * 1000).rounded())
    let rest = String(all % 1000)
    return "\(all / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}
