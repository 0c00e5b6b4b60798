import Basics
import Testing

@testable import MonoCore

struct BaselineTests {
  private static let finding = Finding(
    rule: "apart", from: "Red", to: "Blue", file: "a.swift", line: 3, message: "m",
    path: ["Red → Blue"], reason: "r", remedy: "fix")

  @Test func `An accepted finding is silent also on another line, a new one is not`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Baseline.file(accepting: [Self.finding]), to: "b.json")
    let baseline = try Baseline.load(root: folder.path, path: "b.json")
    let moved = Finding(
      rule: "apart", from: "Red", to: "Blue", file: "a.swift", line: 9, message: "m", reason: "r",
      remedy: "fix")
    let new = Finding(
      rule: "apart", from: "Red", to: "Green", file: "a.swift", line: 3, message: "m", reason: "r",
      remedy: "fix")

    #expect(baseline.judge([moved]) == [])
    #expect(baseline.judge([moved, new]) == [new])
  }

  @Test func `An accepted finding that is gone is a finding`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Baseline.file(accepting: [Self.finding]), to: "b.json")

    let stale = try Baseline.load(root: folder.path, path: "b.json").judge([])

    #expect(stale.map(\.rule) == ["baseline"])
    #expect(stale.first?.message == "apart no longer finds 'Red' and 'Blue' in a.swift.")
  }

  @Test(arguments: ["{", "{}", #"{"findings": []}"#, #"{"accepted": [{"rule": "apart"}]}"#])
  func `A damaged baseline is an error`(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "b.json")

    #expect(throws: MonoError.self) { try Baseline.load(root: folder.path, path: "b.json") }
  }

  @Test func `Findings that differ in their place only are said once`() {
    let findings = (1...6).map { line in
      Finding(
        rule: "apart", from: "Red", to: "Blue", file: "a.swift", line: line, message: "m",
        reason: "r", remedy: "fix")
    }

    #expect(
      CheckReport(findings: findings).text == """
        a.swift:1: error: [apart] m
          also: a.swift:2
          also: a.swift:3
          also: a.swift:4
          also: 2 more places
          why:  r
          fix:  fix

        6 findings.

        """)
  }

  @Test func `Code hosts get encoded paths and what tells findings apart`() throws {
    let odd = Finding(
      rule: "apart", from: "Red", to: "Blue", file: "Größe und #1 %.swift", line: 3,
      message: "100 %: no\nyes", reason: "r", remedy: "fix")
    let report = CheckReport(findings: [odd, Self.finding])

    let results = try #require(report.sarif["runs"]?.elements?.first?["results"]?.elements)

    let uris = results.map {
      $0["locations"]?.elements?.first?["physicalLocation"]?["artifactLocation"]?["uri"]?.text
    }
    #expect(uris == ["Gr%C3%B6%C3%9Fe%20und%20%231%20%25.swift", "a.swift"])
    #expect(Set(results.map { $0["partialFingerprints"] }).count == 2)
    #expect(
      report.annotations.hasPrefix(
        "::error file=Größe und #1 %25.swift,line=3,title=apart::100 %25: no%0Ayes%0Afix\n"))
  }

  @Test func `A report says everything as text, JSON and SARIF`() throws {
    let report = CheckReport(findings: [Self.finding])

    #expect(
      report.text == """
        a.swift:3: error: [apart] m
          path: Red → Blue
          why:  r
          fix:  fix

        1 finding.

        """)
    let json = try report.json()
    #expect(json["clean"] == false)
    #expect(json["findings"]?.elements?.first?["remedy"] == "fix")
    let run = report.sarif["runs"]?.elements?.first
    let result = run?["results"]?.elements?.first
    let place = result?["locations"]?.elements?.first?["physicalLocation"]
    #expect(report.sarif["version"] == "2.1.0")
    #expect(run?["tool"]?["driver"]?["rules"]?.elements?.first?["id"] == "apart")
    #expect(result?["ruleId"] == "apart")
    #expect(place?["artifactLocation"]?["uri"] == "a.swift")
    #expect(place?["region"]?["startLine"] == 3)
    #expect(CheckReport(findings: []).text == "No findings.\n")
  }
}
