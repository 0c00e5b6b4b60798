import Testing

@testable import MonoCore

struct ContinuousIntegrationTests {
  private static let report: BuildReport = {
    func test(_ name: String, _ outcome: TestCase.Outcome, _ message: String = "") -> TestCase {
      TestCase(
        target: "LowTests", name: name, outcome: outcome, file: "T/Low.swift", line: 3,
        message: message, begin: 1, end: 1.25, suite: "Fares")
    }
    var low = BuildReport.Step(package: "Low", testTargets: ["LowTests"])
    low.tests = TestReport(tests: [
      test("passes()", .passed), test("skips()", .skipped, "no zsh"),
      test("fails()", .failed, "1 < 2 & \"x\"\u{1B}[0m"),
      test("dies()", .crashed, "Fatal error: no"),
    ])
    low.tests.seconds = ["LowTests": 0.25]
    low.testStatus = 1
    var high = BuildReport.Step(package: "High", testTargets: [])
    high.errors = ["High/High.swift:7:2: error: cannot find 'x' in scope"]
    return BuildReport(steps: [low, high])
  }()

  @Test func `JUnit's form has every test with its outcome`() {
    #expect(
      Self.report.junit == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite name="LowTests" tests="4" failures="2" errors="0" skipped="1" time="0.3">
            <testcase classname="LowTests.Fares" name="passes()" time="0.25" file="T/Low.swift" line="3"/>
            <testcase classname="LowTests.Fares" name="skips()" time="0.25" file="T/Low.swift" line="3"><skipped/></testcase>
            <testcase classname="LowTests.Fares" name="fails()" time="0.25" file="T/Low.swift" line="3"><failure message="1 &lt; 2 &amp; &quot;x&quot;\u{FFFD}[0m">1 &lt; 2 &amp; &quot;x&quot;\u{FFFD}[0m</failure></testcase>
            <testcase classname="LowTests.Fares" name="dies()" time="0.25" file="T/Low.swift" line="3"><failure message="crashed: Fatal error: no">crashed: Fatal error: no</failure></testcase>
          </testsuite>
          <testsuite name="High" tests="1" failures="1" errors="0" skipped="0" time="0.0">
            <testcase classname="High" name="build" time="0">
              <failure message="High/High.swift:7:2: error: cannot find 'x' in scope">High/High.swift:7:2: error: cannot find 'x' in scope</failure>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func `The summary names and counts the tests that were skipped`() {
    let lines = Self.report.text.split(separator: "\n")

    #expect(lines.contains("    skipped LowTests 'skips()': no zsh"))
    #expect(lines.dropLast().last == "Tests skipped: 1")
  }

  @Test func `GitHub shows failures at their lines`() {
    #expect(
      Self.report.annotations == """
        ::error file=T/Low.swift,line=3,title=LowTests 'fails()'::1 < 2 & "x"\u{1B}[0m
        ::error file=T/Low.swift,line=3,title=LowTests 'dies()'::crashed: Fatal error: no
        ::error file=High/High.swift,line=7,title=High does not build::High/High.swift:7:2: error: cannot find 'x' in scope

        """)
  }

  @Test(arguments: [
    (
      "P/P.swift:3: Fatal error: balance is negative",
      "P/P.swift:3: Fatal error: balance is negative"
    ),
    ("/r/P.swift:3: Fatal error: a\nmore\nerror: Exited", "P.swift:3: Fatal error: a"),
    ("💣 Program crashed: Fatal error: x", nil), ("ok", nil),
  ])
  func `A crash says what the program said`(output: String, message: String?) {
    #expect(CrashMessage.find(in: output, root: "/r") == message)
  }
}
