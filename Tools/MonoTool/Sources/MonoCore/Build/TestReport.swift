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
}

extension TestCase {
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
  package private(set) var tests: [TestCase] = []

  package var failures: [TestCase] {
    tests.filter { $0.outcome == .failed || $0.outcome == .crashed }
  }

  package var skipped: [TestCase] { tests.filter { $0.outcome == .skipped } }

  /// The seconds of targets that had a run of their own.
  var measured: [String: Double] = [:]

  /// The seconds that each test target took. The clock of XCTest begins with each of its tests, and
  /// they run one after the other; that of Swift Testing is the machine's.
  package var seconds: [String: Double] {
    Dictionary(grouping: tests, by: \.target).mapValues { tests in
      let timed = tests.filter { $0.begin > 0 }
      return tests.reduce(0) { $0 + ($1.begin > 0 ? 0 : $1.end) }
        + (timed.map(\.end).max() ?? 0) - (timed.map(\.begin).min() ?? 0)
    }.merging(measured) { $1 }
  }

  /// Tells from a second run, one test at a time, which of the tests that did not end crashed.
  ///
  /// The others take what the second run says; those it did not reach are skipped.
  mutating func blame(using second: [TestCase]) {
    let outcomes = Dictionary(
      second.map { (TestKey($0), $0) }, uniquingKeysWith: { first, _ in first })
    for index in tests.indices where tests[index].outcome == .crashed {
      if let known = outcomes[TestKey(tests[index])] {
        tests[index] = known
      } else {
        tests[index].outcome = .skipped
        tests[index].message = "not run: the process crashed before"
      }
    }
  }

  /// Names the tests that were running when their time was over.
  mutating func noteHanging(_ ending: TestWatch.Ending) {
    for index in tests.indices where tests[index].outcome == .crashed {
      tests[index].outcome = .failed
      tests[index].end = tests[index].begin + Double(ending.seconds)
      let whose = ending.target.map { " of \($0)" } ?? ""
      tests[index].message =
        "was still running when the limit of \(ending.seconds) s\(whose) was over"
    }
  }

  /// Says of tests that fail now and passed in an earlier round that they do so now and then.
  mutating func noteFlaky(round: Int) {
    for index in tests.indices where [.failed, .crashed].contains(tests[index].outcome) {
      tests[index].message += " (in run \(round); it had passed \(round - 1) times)"
    }
  }

  private struct TestKey: Hashable {
    let target: String
    let name: String
    let file: String

    init(_ test: TestCase) { (target, name, file) = (test.target, test.name, test.file) }
  }

  mutating func append(contentsOf other: [TestCase]) { tests += other }

  mutating func append(_ other: TestReport) {
    tests += other.tests
    measured.merge(other.measured) { $1 }
  }
}
