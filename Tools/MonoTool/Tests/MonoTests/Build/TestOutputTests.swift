import Basics
import Testing

@testable import mono

struct TestOutputTests {
  @Test func `The event stream distinguishes passed, failed, skipped and unfinished tests`() {
    func test(_ name: String, display: String? = nil) -> String {
      let shown = display.map { #","displayName":"\#($0)""# } ?? ""
      return #"{"kind":"test","payload":{"kind":"function","id":"M.\#(name)/F.swift:3:2","#
        + #""name":"\#(name)"\#(shown),"sourceLocation":{"_filePath":"/r/T/F.swift","line":3}}}"#
    }
    func event(_ kind: String, _ name: String, _ more: String = "") -> String {
      #"{"kind":"event","payload":{"kind":"\#(kind)","testID":"M.\#(name)/F.swift:3:2","#
        + #""instant":{"absolute":1.5}\#(more)}}"#
    }
    func issue(_ symbol: String, _ text: String) -> String {
      #","messages":[{"symbol":"\#(symbol)","text":"\#(text)"}],"#
        + #""issue":{"sourceLocation":{"_filePath":"/r/T/F.swift","line":9}}"#
    }
    let lines = [
      test("a()"), test("b()", display: "b fails"), test("c()"), test("d()"), test("e()"),
      test("f()"), test("g()"),
      event("testStarted", "a()"), event("testStarted", "b()"),
      event("testSkipped", "c()", #","_comments":["no zsh"]"#),
      event("testStarted", "d()"), event("testStarted", "e()"),
      event("issueRecorded", "b()", issue("fail", "1 == 2")),
      event("issueRecorded", "b()", issue("fail", "second")),
      event("issueRecorded", "e()", issue("passWithKnownIssue", "known")),
      event("testEnded", "a()"), event("testEnded", "b()"), event("testEnded", "e()"), "not json",
      event("testStarted", "f()"), event("testCancelled", "f()", #","_comments":["no tty"]"#),
      event("testCaseCancelled", "f()", #","_comments":["no tty"]"#), event("testEnded", "f()"),
      event("testStarted", "g()"), event("testCaseCancelled", "g()"), event("testEnded", "g()"),
    ]

    let tests = TestEvents.tests(lines.joined(separator: "\n"), root: "/r", unfinished: "no end")

    #expect(
      tests.map { "\($0.target) \($0.name) \($0.outcome)" } == [
        "M a() passed", "M b fails failed", "M c() skipped", "M d() unfinished", "M e() passed",
        "M f() skipped", "M g() skipped",
      ])
    let messages = ["no zsh", "no end", "no tty", "no reason is given"]
    #expect([2, 3, 5, 6].map { tests[$0].message } == messages)
    #expect(tests[1].message == "1 == 2" && tests[1].place == "T/F.swift:9")
  }

  @Test func `Only diagnostics are taken from a build's output`() {
    let output = """
      [1/2] Compiling A a.swift
      /r/a.swift:3:5: error: cannot find 'x' in scope
        |     `- error: cannot find 'x' in scope
      /r/a.swift:3:5: error: cannot find 'x' in scope
      /r/a.swift:4:1: warning: unused
      error: fatalError
      error: emit-module command failed with exit code 1
      """

    func lines(_ output: String, _ severity: String) -> [String] {
      Diagnostics.lines(output, root: "/r", severity: severity)
    }
    #expect(lines(output, "error") == ["a.swift:3:5: error: cannot find 'x' in scope"])
    #expect(lines(output, "warning") == ["a.swift:4:1: warning: unused"])
    #expect(lines("error: no such module\n", "error") == ["error: no such module"])
  }

  @Test func `No tests are never a success, and the first failure is named`() throws {
    var step = BuildReport.Step(package: "P", testTargets: ["T"])
    let filtered = BuildReport(steps: [step], filter: "x")
    #expect(filtered.firstFailure == "No test has a name that matches 'x'.")
    #expect(filtered.text.hasPrefix("none   P, 0 tests"))
    step.failure = "T has no test"

    let report = BuildReport(steps: [BuildReport.Step(package: "O", testTargets: []), step])

    #expect(report.firstFailure == "P: T has no test")
    #expect(report.text.contains("FAILED P, 0 tests"))
    #expect(!report.succeeded)
  }
}
