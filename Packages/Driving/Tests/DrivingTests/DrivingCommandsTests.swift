import BasicsTesting
import Console
import Core
import CoreTesting
import FoundationEssentials
import Terminal
import TerminalTesting
import Testing

@testable import Driving

/// The commands of driving, run in a pipe.
@MainActor
struct DrivingCommandsTests {
  @Test func `The declarations are complete`() { #expect(Self.tree.declarationProblems == []) }

  @Test(arguments: [["drive"], ["drive", "status"]])
  func `The status is printed`(words: [String]) async throws {
    let outcome = try await run(words, on: DriverCloud(.offered))

    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Toyota Camry, KBR 042 (Wallabee)"))
    #expect(outcome.output.contains("Offer\toffer-1\n"))
  }

  @Test func `A document names what is absent`() async throws {
    let outcome = try await run(["drive", "status", "--json"], on: DriverCloud(.offline))

    for name in ["shift", "offer", "ride"] {
      #expect(outcome.output.contains("\"\(name)\": null"))
    }
  }

  @Test func `Who is no driver is told so`() async throws {
    let outcome = try await run(["drive", "status", "--json"], on: DriverCloud(nil))

    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("notDriver"))
  }

  @Test func `A car is registered`() async throws {
    let cloud = DriverCloud(nil)

    let outcome = try await run(
      [
        "drive", "register", "--plate", "KBR 042", "--model", "Toyota Camry", "--option",
        "wallabee",
      ], on: cloud)

    #expect(outcome.status == 0)
    let body = try await #require(cloud.requests.first?.body)
    #expect(try JSONCoding.decode(DriverCar.self, from: body) == .sample)
  }

  @Test(arguments: [
    (["drive", "online"], "post driver/shift", Location.defaultLocation),
    (["drive", "online", "--at", "-33.858667,151.214028"], "post driver/shift", .operaHouse),
    (["drive", "at", "-33.858667,151.214028"], "put driver/position", .operaHouse),
  ])
  func `A shift begins, and goes on, where the driver is`(
    words: [String], line: String, location: Location
  ) async throws {
    let cloud = DriverCloud(.offline)

    #expect(try await run(words, on: cloud).status == 0)

    #expect(await cloud.lines == [line])
    let body = try await #require(cloud.requests.first?.body)
    #expect(try JSONCoding.decode(DriverPosition.self, from: body) == DriverPosition(location))
  }

  @Test(arguments: [
    (DriverStatus.waiting, ["offline"], ["delete driver/shift"]),
    (.offered, ["accept"], ["get driver", "post driver/offers/offer-1/acceptance"]),
    (.offered, ["accept", "offer-1"], ["post driver/offers/offer-1/acceptance"]),
    (.offered, ["decline"], ["get driver", "post driver/offers/offer-1/decline"]),
    (.driving(.accepted), ["arrive"], ["get driver", "post driver/rides/ride-1/steps"]),
    (.driving(.arrived), ["start", "4711"], ["get driver", "post driver/rides/ride-1/steps"]),
    (.driving(.onTrip), ["complete"], ["get driver", "post driver/rides/ride-1/steps"]),
    (
      .driving(.accepted), ["cancel", "--reason", "no-show"],
      ["get driver", "post driver/rides/ride-1/cancellation"]
    ),
    (.waiting, ["rate", "5"], ["get driver/rides", "put rides/ride-1/rating"]),
    (.waiting, ["rate", "5", "ride-1"], ["get driver/rides", "put rides/ride-1/rating"]),
    (.waiting, ["block", "ride-1"], ["get driver/rides", "put rides/ride-1/block"]),
    (.waiting, ["unblock", "ride-1"], ["get driver/rides", "delete rides/ride-1/block"]),
    (.waiting, ["history"], ["get driver/rides"]),
  ])
  func `Each step is one command`(
    status: DriverStatus, words: [String], requests: [String]
  ) async throws {
    let cloud = DriverCloud(status)

    let outcome = try await run(["drive"] + words, on: cloud)

    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    #expect(await cloud.lines == requests)
  }

  @Test func `A reason is sent as the cloud knows it`() async throws {
    let cloud = DriverCloud(.driving(.accepted))

    _ = try await run(["drive", "cancel", "--reason", "no-show"], on: cloud)

    let body = try await #require(cloud.requests.last?.body)
    #expect(try JSONCoding.decode(RideAbandonment.self, from: body) == RideAbandonment(.noShow))
  }

  @Test(arguments: [
    (["accept"], "noOffer"), (["arrive"], "noRide"), (["cancel", "--reason", "other"], "noRide"),
    (["rate", "5", "bus"], "noSuchRide"),
  ])
  func `What there is not is an error`(words: [String], code: String) async throws {
    let outcome = try await run(["drive"] + words + ["--json"], on: DriverCloud(.waiting))

    #expect(outcome.status == 66)
    #expect(outcome.error.contains("\"\(code)\""))
  }

  @Test func `A beginning that several driven rides have is refused with their names`() async throws
  {
    let cloud = DriverCloud(.waiting)

    let outcome = try await run(["drive", "rate", "5", "ride"], on: cloud)

    #expect(outcome.status == 66)
    #expect(
      outcome.error.contains("2 of your driven rides begin with 'ride': ride-1, ride-0."))
    #expect(await cloud.lines == ["get driver/rides"])
  }

  @Test(arguments: [
    ["cancel"], ["cancel", "--reason", "rain"], ["rate", "6"], ["at", "here"],
    ["register", "--plate", "KBR 042", "--model", "Toyota Camry", "--option", "bus"],
  ])
  func `What is not understood is not sent`(words: [String]) async throws {
    let cloud = DriverCloud(.waiting)

    #expect(try await run(["drive"] + words, on: cloud).status == 64)
    #expect(await cloud.lines == [])
  }

  @Test func `Driven rides are listed with what they have brought`() async throws {
    let outcome = try await run(["drive", "history"], on: DriverCloud(.offline))

    let line = try #require(outcome.output.split(separator: "\n").first)
    #expect(line.hasPrefix("2026-01-01 00:00 UTC\tAda\tApple Store\tcompleted\tAUD 12.50\t"))
    #expect(line.hasSuffix("\tride-1"))
  }

  private static var tree: CommandTree<TestContext> {
    CommandTree(
      name: "koober", version: "1", date: "2026-01-01", summary: "Driving.",
      examples: [CommandExample("koober drive", "Drive.")],
      globalOptions: [CommonOptions.output], commands: [.drive])
  }

  private func run(
    _ words: [String], on cloud: DriverCloud
  ) async throws -> (status: Int32, output: String, error: String) {
    let terminal = ScriptedTerminal(.pipe)
    let commandLine = Self.tree.parse(words)
    let console = CommandConsole(
      terminal: terminal, format: commandLine.globals[CommonOptions.output], isQuiet: false)
    let context = TestContext(console: console, container: try DrivingContainer(on: cloud))
    let status = try await bounded("the end of '\(words.joined(separator: " "))'") {
      await Self.tree.run(commandLine, on: console) { try await $0.run(context) }
    }
    return (status, terminal.flushedOutput, terminal.error)
  }
}
