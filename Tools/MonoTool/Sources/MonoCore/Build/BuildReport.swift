package import Basics

/// The result of one test function.
package struct TestCase: Sendable, Equatable, Encodable {
  package enum Outcome: String, Sendable, Encodable {
    case passed, failed, skipped
    /// It crashed, or was running when another one did, or when the time was over.
    case unfinished
  }

  /// The module that holds it.
  package let target: String
  package let name: String
  package var outcome: Outcome
  /// Relative to the repository's root when it is inside.
  package var file: String
  package var line: Int
  /// The first thing that went wrong, or the reason why it was skipped.
  package var message: String

  var text: String {
    "\(file.isEmpty ? "" : "\(file):\(line): ")\(target) '\(name)' \(outcome.rawValue): \(message)"
  }
}

/// The summary of a build and its tests.
package struct BuildReport: Sendable {
  package struct Step: Sendable, Encodable {
    package let package: String
    package let testTargets: [String]
    package var seconds = 0.0
    package var errors: [String] = []
    package var warnings: [String] = []
    /// Those of Swift Testing; XCTest has its exit status alone.
    package var tests: [TestCase] = []
    /// The exit status of `swift test`; zero when it was not run.
    package var testStatus: Int32 = 0
    /// The output of the tests, when they failed.
    package var output = ""
    /// Test targets without a test.
    package var empty: [String] = []
    /// That the time was over, and the stacks of the processes then.
    package var hanging: String?
    package var stacks = ""

    package var failures: [TestCase] {
      tests.filter { $0.outcome == .failed } + tests.filter { $0.outcome == .unfinished }
    }
    package var skipped: [TestCase] { tests.filter { $0.outcome == .skipped } }

    package var succeeded: Bool {
      errors.isEmpty && testStatus == 0 && failures.isEmpty && empty.isEmpty && hanging == nil
    }
    /// Whether a filter has left nothing to run here.
    fileprivate var isIdle: Bool { succeeded && !testTargets.isEmpty && tests.isEmpty }

    fileprivate var firstFailure: String {
      if let error = errors.first { return "\(package) does not build: \(error)" }
      if let test = failures.first {
        return "\(package): \(hanging.map { "\($0): " } ?? "")\(test.text)"
      }
      if let hanging { return "\(package): \(hanging)" }
      if let target = empty.first { return "\(package): \(target) has no test" }
      let lines = output.split(separator: "\n")
      let line = lines.last { $0.contains("error:") } ?? lines.last ?? ""
      return "\(package): the tests ended with status \(testStatus): \(line)"
    }

    fileprivate var lines: [String] {
      let tests = testTargets.isEmpty ? "" : ", \(self.tests.count) tests"
      let verdict = succeeded ? isIdle ? "none  " : "ok    " : "FAILED"
      var lines = ["\(verdict) \(package)\(tests), \(seconds.tenths) s"]
      lines += (warnings + errors).map { "    " + $0 }
      lines += (failures + skipped).map { "    " + $0.text }
      let ran = Dictionary(grouping: self.tests, by: \.target)
      lines += ran.filter { $0.value.allSatisfy { $0.outcome == .skipped } }.keys.sorted().map {
        "    every test of \($0) was skipped"
      }
      lines += empty.map { "    \($0) has no test" }
      if testStatus != 0, failures.isEmpty {
        lines += output.split(separator: "\n").suffix(20).map { "    " + $0 }
      }
      return lines + stacks.split(separator: "\n").map { "    " + $0 }
    }
  }

  package var steps: [Step]
  /// Which tests were asked for; see ``RunPlan/filter``.
  package var filter: String?
  /// The base by which the tests were chosen, when only affected ones were run.
  package var base: Base?

  package var succeeded: Bool { firstFailure == nil }

  /// One sentence that says what failed first and where.
  package var firstFailure: String? {
    if let step = steps.first(where: { !$0.succeeded }) { return step.firstFailure }
    // A filter with a typing mistake must not look like tests that passed.
    guard let filter, steps.allSatisfy({ $0.tests.isEmpty }) else { return nil }
    return "No test has a name that matches '\(filter)'."
  }

  package func json() throws -> JSON {
    let members: [String: JSON] = [
      "succeeded": .boolean(succeeded), "firstFailure": JSON(optional: firstFailure),
      "packages": try JSON(encoding: steps),
    ]
    return .object(members.merging(base?.json ?? [:]) { $1 })
  }

  /// Lines for a reader: one per package, what went wrong, and the verdict last.
  package var text: String {
    var lines = (base.map { ["base: \($0.text)"] } ?? []) + steps.flatMap(\.lines)
    let skipped = steps.reduce(0) { $0 + $1.skipped.count }
    if skipped > 0 { lines.append("Tests skipped: \(skipped)") }
    let success = steps.isEmpty ? "There is nothing to do." : "All of it succeeded."
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
