import Basics

/// The result of one test function.
package struct TestCase: Sendable, Equatable {
  package enum Outcome: String, Sendable { case passed, failed, skipped, crashed }

  /// The module that holds it.
  package let target: String
  package let name: String
  package var outcome: Outcome
  /// Relative to the repository's root when it is inside.
  package var file: String
  package var line: Int
  /// The first thing that went wrong, or the empty string.
  package var message: String
  /// When it began and ended, in seconds on some clock.
  package var begin: Double
  package var end: Double
  /// The suites, or the class, around it, separated by dots.
  package var suite = ""

  /// That it crashed, and what the program said.
  var crash: String { message == "did not end" ? "crashed" : "crashed: \(message)" }

  var json: JSON {
    [
      "target": .string(target), "name": .string(name), "outcome": .string(outcome.rawValue),
      "file": .string(file), "line": .integer(line), "message": .string(message),
    ]
  }
}

/// The tests of one run, read from Swift Testing's event stream and XCTest's lines.
package struct TestReport: Sendable {
  package internal(set) var tests: [TestCase] = []

  package var failures: [TestCase] {
    tests.filter { $0.outcome == .failed || $0.outcome == .crashed }
  }

  package var skipped: [TestCase] { tests.filter { $0.outcome == .skipped } }

  package var seconds: [String: Double] = [:]

  /// Tells from a second run, one test at a time, which of the tests that did not end crashed;
  /// those that it did not reach are skipped.
  mutating func blame(using second: [TestCase]) {
    func key(_ test: TestCase) -> [String] { [test.target, test.name, test.file] }
    let outcomes = Dictionary(second.map { (key($0), $0) }) { first, _ in first }
    for index in tests.indices where tests[index].outcome == .crashed {
      if let known = outcomes[key(tests[index])] {
        tests[index] = known
      } else {
        tests[index].outcome = .skipped
        tests[index].message = "not run: the process crashed before"
      }
    }
  }

  /// Names the tests of a target that were running when its time was over.
  mutating func noteHanging(_ target: String, after seconds: Int) {
    for index in tests.indices where tests[index].outcome == .crashed {
      tests[index].outcome = .failed
      tests[index].end = tests[index].begin + Double(seconds)
      tests[index].message =
        "was still running when the limit of \(seconds) s of \(target) was over"
    }
  }

  mutating func append(_ other: TestReport) {
    tests += other.tests
    seconds.merge(other.seconds) { $1 }
  }
}
