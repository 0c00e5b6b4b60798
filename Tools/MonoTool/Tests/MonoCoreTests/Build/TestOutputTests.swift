import Basics
import Testing

@testable import MonoCore

struct TestOutputTests {
  @Test func `The event stream distinguishes passed, failed, skipped and crashed tests`() {
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

    let tests = EventStream.tests(lines.joined(separator: "\n"), root: "/r")

    #expect(
      tests.map { "\($0.target) \($0.name) \($0.outcome)" } == [
        "M a() passed", "M b fails failed", "M c() skipped", "M d() crashed", "M e() passed",
        "M f() skipped", "M g() skipped",
      ])
    #expect([2, 5, 6].map { tests[$0].message } == ["no zsh", "no tty", "no reason is given"])
    #expect(tests[1].message == "1 == 2" && tests[1].line == 9 && tests[1].file == "T/F.swift")
  }

  @Test func `XCTest's lines distinguish passed, failed, skipped and crashed tests`() {
    let output = """
      Test Suite 'Old' started at 2026-01-01 00:00:00.000
      Test Case 'Old.testA' started at 2026-01-01 00:00:00.000
      Test Case 'Old.testA' passed (0.25 seconds)
      Test Case 'Old.testB' started at 2026-01-01 00:00:00.000
      /r/T/Old.swift:8: error: Old.testB : XCTAssertEqual failed: ("1") is not equal to ("2") -
      /r/T/Old.swift:9: error: Old.testB : second
      Test Case 'Old.testB' failed (0.0 seconds)
      Test Case 'Old.testC' started at 2026-01-01 00:00:00.000
      /r/T/Old.swift:8: Old.testC : Test skipped - because
      Test Case 'Old.testC' skipped (0.0 seconds)
      Test Case 'Old.testD' started at 2026-01-01 00:00:00.000
      """

    let tests = XCTestLines.tests(output, of: "OldTests", root: "/r")

    #expect(
      tests.map { "\($0.target) \($0.name) \($0.outcome)" } == [
        "OldTests Old.testA passed", "OldTests Old.testB failed", "OldTests Old.testC skipped",
        "OldTests Old.testD crashed",
      ])
    #expect(tests[1].file == "T/Old.swift" && tests[1].line == 8)
    #expect(tests[1].message.hasPrefix("XCTAssertEqual failed"))
    #expect(tests[0].end == 0.25)
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

    #expect(
      Diagnostics.errors(output, root: "/r") == ["a.swift:3:5: error: cannot find 'x' in scope"])
    #expect(
      Diagnostics.lines(output, root: "/r", severity: "warning") == ["a.swift:4:1: warning: unused"]
    )
    #expect(Diagnostics.errors("error: no such module\n", root: "/r") == ["error: no such module"])
  }

  @Test func `A crash without a test names the output`() {
    var step = BuildReport.Step(package: "P", testTargets: ["T"])
    step.testStatus = 1
    step.output = "something\nerror: no tests\n"

    let report = BuildReport(steps: [step])

    #expect(report.firstFailure == "P: the tests ended with status 1: error: no tests")
    #expect(report.json["succeeded"] == false)
  }
}
