import Basics
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudStore

struct DoctorCommandTests {
  private struct Report: Decodable {
    struct Check: Decodable {
      let name: String
      let status: String
      let message: String
      let remedy: String
    }

    let checks: [Check]
    let healthy: Bool
  }

  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
  }

  @Test func `On an empty machine everything works`() async throws {
    let outcome = await machine.run("doctor", "--json")

    let report = try outcome.document(Report.self)
    #expect(outcome.status == 0)
    #expect(report.healthy)
    let notes = report.checks.filter { $0.status != "ok" }
    #expect(notes.map { [$0.name, $0.status] } == [["session", "note"], ["backup", "note"]])
  }

  @Test func `The age of the last backup of the embedded cloud is reported`() async throws {
    let none = try await machine.run("doctor", "--json").document(Report.self)
    let connection = SQLStore.sqlite(.file(path: machine.home.path(of: "data/cloud/cloud.sqlite")))
    try connection.record(.backup, at: machine.clock.now)
    machine.clock.advance(by: .seconds(3 * 24 * 3600))
    let old = try await machine.run("doctor", "--json").document(Report.self)

    let messages = [none, old].map { $0.checks.first { $0.name == "backup" }?.message }
    #expect(
      messages == [
        "There is no backup; 'koober-cloud backup FILE' makes one.",
        "The last backup is 3 days old.",
      ])
  }

  @Test(arguments: [
    (#"{"match": 1, "nearness": 2, "fame": 3}"#, "$.flags.dropoff-ranking.variants.fame"),
    (#"{"match": 1}"#, #"the implementation for "nearness" has no variant"#),
  ])
  func `A variant without an implementation, or the reverse, is told`(
    variants: String, finding: String
  ) async throws {
    let flag = #"{"state": "ENABLED", "variants": \#(variants), "defaultVariant": "match"}"#
    try PrivateFile(path: machine.home.path(of: "data/cloud/flags.json"))
      .write(Array(#"{"flags": {"dropoff-ranking": \#(flag)}}"#.utf8))

    let report = try await machine.run("doctor", "--json").document(Report.self)

    let check = try #require(report.checks.first { $0.name == "flags" })
    #expect(check.status == "note")
    #expect(check.message.contains(finding))
  }

  @Test(arguments: [
    ("state/session/session.json", "session"), ("config/location.json", "location"),
    ("data/cloud/cloud.sqlite", "cloud"),
  ])
  func `A corrupt file is found, with what to do`(path: String, name: String) async throws {
    let file = PrivateFile(path: "\(machine.home.path)/\(path)")
    try file.write(Array(String(repeating: "garbage", count: 1000).utf8))

    let outcome = await machine.run("doctor", "--json")

    let failed = try outcome.document(Report.self).checks.filter { $0.status == "failed" }
    #expect(outcome.status == 1)
    #expect(failed.map(\.name) == [name])
    #expect(failed.allSatisfy { $0.message.contains(file.path) && !$0.remedy.isEmpty })
    #expect(await machine.run("doctor").output.contains("Something is wrong"))
  }
}
