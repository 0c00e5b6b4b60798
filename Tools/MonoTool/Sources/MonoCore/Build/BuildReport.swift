package import Basics

/// The summary of a build and its tests.
package struct BuildReport: Sendable {
  package struct Step: Sendable {
    package let package: String
    package let testTargets: [String]
    package var buildSeconds = 0.0
    package var seconds = 0.0
    package var errors: [String] = []
    package var warnings: [String] = []
    /// Modules that had to be compiled again because a layout below them changed.
    package var compiledAgain: [String] = []
    package var tests = TestReport()
    /// The exit status of `swift test`; zero when it was not run.
    package var testStatus: Int32 = 0
    /// The output of the tests, when they failed.
    package var output = ""
    /// Test targets whose result of an earlier run still holds, with the number of their tests.
    package var cached: [String: Int] = [:]
    /// The files that each traced test target looked at although nothing declares them.
    package var undeclared: [String: [String]] = [:]
    /// Why results are not remembered.
    package var notRemembered: [String] = []
    /// Test targets without a test.
    package var empty: [String] = []

    /// Whether nothing had to be built or run.
    package var isOnlyCached: Bool { !cached.isEmpty && testTargets.isEmpty }

    package var succeeded: Bool {
      errors.isEmpty && testStatus == 0 && tests.failures.isEmpty && empty.isEmpty
    }
  }

  package var steps: [Step]
  /// Which tests were asked for; see ``RunPlan/filter``.
  package var filter: String?
  /// Whether nothing is remembered because no tracer says what tests look at.
  package var isMissingTracer = false
  /// The base by which the tests were chosen, when only affected ones were run.
  package var base: Base?

  package var succeeded: Bool { steps.allSatisfy(\.succeeded) && !matchedNothing }

  /// A filter with a typing mistake must not look like tests that passed.
  private var matchedNothing: Bool {
    filter != nil && steps.allSatisfy { $0.succeeded && $0.tests.tests.isEmpty }
  }

  /// One sentence that says what failed first and where.
  package var firstFailure: String? {
    guard let step = steps.first(where: { !$0.succeeded }) else {
      return matchedNothing ? "No test has a name that matches '\(filter ?? "")'." : nil
    }
    if let error = step.errors.first { return "\(step.package) does not build: \(error)" }
    if let test = step.tests.failures.first {
      let place = test.file.isEmpty ? "" : " (\(test.file):\(test.line))"
      let what = test.outcome == .crashed ? test.crash : test.message
      return "\(step.package): \(test.target) '\(test.name)'\(place): \(what)"
    }
    if let target = step.empty.first { return "\(step.package): \(target) has no test" }
    let lines = step.output.split(separator: "\n")
    let line = lines.last { $0.contains("error:") } ?? lines.last ?? ""
    return "\(step.package): the tests ended with status \(step.testStatus): \(line)"
  }

  package var json: JSON {
    let members: [String: JSON] = [
      "succeeded": .boolean(succeeded),
      "firstFailure": JSON(optional: firstFailure),
      "packages": JSON(steps) { step in
        [
          "package": .string(step.package), "succeeded": .boolean(step.succeeded),
          "testTargets": JSON(step.testTargets), "buildSeconds": .number(step.buildSeconds),
          "seconds": .number(step.seconds), "errors": JSON(step.errors),
          "warnings": JSON(step.warnings), "compiledAgain": JSON(step.compiledAgain),
          "cached": .object(step.cached.mapValues { .integer($0) }),
          "notRemembered": JSON(step.notRemembered), "tests": .integer(step.tests.tests.count),
          "failures": JSON(step.tests.failures, \.json),
          "skipped": JSON(step.tests.skipped, \.json),
          "lastLines": JSON(step.output.split(separator: "\n").suffix(20).map(String.init)),
        ]
      },
    ]
    return .object(members.merging(base?.json ?? [:]) { $1 })
  }

  /// Lines for a reader: one per package, what went wrong, and the verdict last.
  package var text: String {
    var lines = base.map { ["base: \($0.text)"] } ?? []
    for step in steps {
      let tests = step.testTargets.isEmpty ? "" : ", \(step.tests.tests.count) tests"
      let again =
        step.compiledAgain.isEmpty
        ? "" : ", compiled again: \(step.compiledAgain.joined(separator: " "))"
      lines += step.cached.sorted { $0.key < $1.key }.map { target, count in
        "cached \(step.package)/\(target), \(count) tests"
      }
      if step.isOnlyCached { continue }
      lines.append(
        "\(step.succeeded ? "ok    " : "FAILED") \(step.package)\(tests), "
          + "\(step.seconds.tenths) s\(again)")
      lines += (step.warnings + step.errors).map { "    " + $0 }
      lines += step.tests.failures.map { test in
        let place = test.file.isEmpty ? "" : "\(test.file):\(test.line): "
        return "    \(place)\(test.target) '\(test.name)' \(test.outcome.rawValue): \(test.message)"
      }
      lines += step.tests.skipped.map { "    skipped \($0.target) '\($0.name)': \($0.message)" }
      let ran = Dictionary(grouping: step.tests.tests, by: \.target)
      lines += ran.filter { $0.value.allSatisfy { $0.outcome == .skipped } }.keys.sorted().map {
        "    every test of \($0) was skipped"
      }
      lines += step.empty.map { "    \($0) has no test" }
      lines += step.notRemembered.map { "    not remembered: \($0)" }
      if step.testStatus != 0, step.tests.failures.isEmpty {
        lines += step.output.split(separator: "\n").suffix(20).map { "    " + $0 }
      }
    }
    let success = steps.isEmpty ? "There is nothing to do." : "All of it succeeded."
    let skipped = steps.reduce(0) { $0 + $1.tests.skipped.count }
    if isMissingTracer {
      lines.append("No result is remembered: without strace nothing says what tests look at.")
    }
    if skipped > 0 { lines.append("Tests skipped: \(skipped)") }
    lines.append(firstFailure.map { "First failure: \($0)" } ?? success)
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Double {
  /// With one digit after the point.
  package var tenths: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

/// Finds the errors and warnings in a build's output.
enum Diagnostics {
  /// Each distinct line that is an error (or a warning), in order, with paths relative to the root.
  static func lines(_ output: String, root: String, severity: String) -> [String] {
    var seen: Set<String> = []
    return output.split(separator: "\n").filter { isDiagnostic($0, severity) }
      .map { String($0).replacing(root + "/", with: "") }
      .filter { seen.insert($0).inserted }
  }

  /// The errors; those without a place only when there is none with one.
  static func errors(_ output: String, root: String) -> [String] {
    let all = lines(output, root: root, severity: "error")
    let placed = all.filter { !$0.hasPrefix("error: ") }
    return placed.isEmpty ? all : placed
  }

  private static func isDiagnostic(_ line: Substring, _ severity: String) -> Bool {
    if line.hasPrefix("\(severity): ") { return !line.contains("fatalError") }
    // "file.swift:3:5: error: …", but not the excerpt below it: "  |  `- error: …".
    guard let mark = line.firstRange(of: ": \(severity): ") else {
      return line.contains("undefined reference") && severity == "error"
    }
    let place = line[..<mark.lowerBound]
    return place.first == "/" && place.last?.isNumber == true
  }
}
