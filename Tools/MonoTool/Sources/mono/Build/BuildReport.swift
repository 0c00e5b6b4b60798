import Basics

/// The summary of a build and its tests.
struct BuildReport: Sendable, Encodable {
  struct Step: Sendable, Encodable {
    let package: String
    let testTargets: [String]
    var seconds = 0.0
    /// Those of Swift Testing; XCTest has its exit status alone.
    var tests: [TestCase] = []
    /// What failed first, and where; `nil` when nothing did.
    var failure: String?
    /// Warnings, errors, and what else there is to read.
    var details: [String] = []

    fileprivate var lines: [String] {
      let count = testTargets.isEmpty ? "" : ", \(tests.count) tests"
      // A filter can leave nothing to run here.
      let isIdle = !testTargets.isEmpty && tests.isEmpty
      let verdict = failure != nil ? "FAILED" : isIdle ? "none  " : "ok    "
      let details = details + tests.filter { $0.outcome != .passed }.map(\.text)
      return ["\(verdict) \(package)\(count), \((seconds * 10).rounded() / 10) s"]
        + details.map { "    " + $0 }
    }
  }

  let steps: [Step]
  /// The base by which the tests were chosen, when only affected ones were run.
  let base: Base?
  /// One sentence that says what failed first and where; `nil` when nothing did.
  let firstFailure: String?
  let succeeded: Bool

  /// - Parameter filter: Which tests were asked for; see ``RunPlan/filter``.
  init(steps: [Step], filter: String? = nil, base: Base? = nil) {
    (self.steps, self.base) = (steps, base)
    let failures = steps.compactMap { step in step.failure.map { "\(step.package): \($0)" } }
    // A filter with a typing mistake must not look like tests that passed.
    let isIdle = filter != nil && steps.allSatisfy(\.tests.isEmpty)
    let mistake = isIdle ? "No test has a name that matches '\(filter ?? "")'." : nil
    firstFailure = failures.first ?? mistake
    succeeded = firstFailure == nil
  }

  /// Lines for a reader: one per package, what went wrong, and the verdict last.
  var text: String {
    var lines = (base.map { ["base: \($0.text)"] } ?? []) + steps.flatMap(\.lines)
    let skipped = steps.flatMap(\.tests).count { $0.outcome == .skipped }
    if skipped > 0 { lines.append("Tests skipped: \(skipped)") }
    let success = steps.isEmpty ? "There is nothing to do." : "All of it succeeded."
    lines.append(firstFailure.map { "First failure: \($0)" } ?? success)
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Finds the errors and warnings in a build's output.
enum Diagnostics {
  /// Each distinct line that is an error (or a warning), in order, with paths relative to the root;
  /// those without a place only when there is none with one.
  static func lines(_ output: String, root: String, severity: String) -> [String] {
    var seen: Set<String> = []
    let all = output.split(separator: "\n").filter { isDiagnostic($0, severity) }
      .map { String($0).replacing(root + "/", with: "") }
      .filter { seen.insert($0).inserted }
    let placed = all.filter { !$0.hasPrefix("\(severity): ") }
    return placed.isEmpty ? all : placed
  }

  private static func isDiagnostic(_ line: Substring, _ severity: String) -> Bool {
    if line.hasPrefix("\(severity): ") { return !line.contains("fatalError") }
    // "file.swift:3:5: error: …", but not the excerpt below it: "  |  `- error: …".
    guard let mark = line.firstRange(of: ": \(severity): ") else {
      return line.contains("undefined reference") && severity == "error"
    }
    return line.first == "/" && line[..<mark.lowerBound].last?.isNumber == true
  }
}
