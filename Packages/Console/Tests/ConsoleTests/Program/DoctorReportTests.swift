import Basics
import Core
import FoundationEssentials
import Terminal
import TerminalTesting
import Testing

@testable import Console

struct DoctorReportTests {
  private let terminal = ScriptedTerminal(.pipe)

  private func console(_ format: OutputFormat) -> CommandConsole {
    CommandConsole(terminal: terminal, format: format, isQuiet: false)
  }

  private func checks(failing: Bool) async -> [DoctorReport.Check] {
    let disk = await DoctorReport.Check.trying("disk") {
      guard failing else { return "There is room." }
      throw FileError(.full, path: "/d", reason: "no room", remedy: "Free some.")
    }
    return [await .trying("port") { "It is free." }, disk]
  }

  @Test func `When everything works the verdict says so`() async throws {
    try DoctorReport(checks: await checks(failing: false)).print(on: console(.text))

    #expect(
      terminal.output
        == "ok      port: It is free.\nok      disk: There is room.\nEverything works.\n")
  }

  @Test func `A failed check is printed with its remedy, and the run fails`() async {
    let report = DoctorReport(checks: await checks(failing: true))

    #expect(throws: PartialResultError.self) { try report.print(on: console(.text)) }
    #expect(terminal.output.contains("failed  disk: /d: no room. Free some.\n"))
    #expect(terminal.output.hasSuffix("Something is wrong; see above.\n"))
  }

  @Test func `The document has the same content`() async throws {
    let report = DoctorReport(checks: await checks(failing: true))

    #expect(throws: PartialResultError.self) { try report.print(on: console(.json)) }
    let document = try JSONCoding.decode(Document.self, from: Data(terminal.output.utf8))
    #expect(!document.healthy)
    #expect(document.checks.map(\.status) == ["ok", "failed"])
    #expect(document.checks.last?.remedy == "Free some.")
  }

  @Test func `A check that found nothing is a note, and no failure`() async throws {
    let check = await DoctorReport.Check.trying("session") {
      throw DoctorReport.Note("No session.")
    }

    try DoctorReport(checks: [check]).print(on: console(.json))

    let document = try JSONCoding.decode(Document.self, from: Data(terminal.output.utf8))
    #expect(document.healthy)
    #expect(document.checks.map(\.status) == ["note"])
  }

  private struct Document: Decodable {
    struct Check: Decodable {
      let status: String
      let remedy: String
    }

    let checks: [Check]
    let healthy: Bool
  }

  @Test(arguments: [
    (nil, "There is no backup; 'koober-cloud backup FILE' makes one."),
    (-5, "The last backup is 0 hours old."), (3599, "The last backup is 0 hours old."),
    (172_799, "The last backup is 47 hours old."), (172_800, "The last backup is 2 days old."),
  ])
  func `The age of the last backup is reported`(seconds: Double?, message: String) throws {
    let now = Date(timeIntervalSince1970: 1_767_268_800)

    let check = DoctorReport.Check.backup(seconds.map { now - $0 }, now: now)
    try DoctorReport(checks: [check]).print(on: console(.text))

    let status = seconds == nil ? "note    " : "ok      "
    #expect(terminal.output == "\(status)backup: \(message)\nEverything works.\n")
  }
}
