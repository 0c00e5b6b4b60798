import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

/// `koober map`: in words, as a document and as a picture.
struct MapJourneyTests {
  private struct MapDocument: Decodable {
    let pickup: Waypoint
    let dropoff: Waypoint?
    let cars: [NearbyCar]
    let route: [Location]
    let ride: Ride?
  }

  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
  }

  @Test func `Who is not signed in has no map`() async {
    #expect(await machine.run("map").status == 77)
  }

  @Test func `In a pipe the map is described in words`() async throws {
    await machine.signUp("Ada")

    let outcome = await machine.run("map", "--to", "Opera House")

    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Opera House"))
    #expect(outcome.output.contains("Car: "))
    #expect(outcome.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
    #expect(!outcome.output.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) })
  }

  @Test func `As a document every key is there`() async throws {
    await machine.signUp("Ada")

    let around = await machine.run("map", "--json")
    let trip = try await machine.run("map", "--to", "Opera House", "--json")
      .document(MapDocument.self)

    #expect(around.output.contains("\"dropoff\": null"))
    #expect(around.output.contains("\"ride\": null"))
    #expect(try around.document(MapDocument.self).route.isEmpty)
    #expect(trip.dropoff?.name == "Opera House")
    #expect(trip.route.count >= 2)
  }

  @Test func `The ride that is under way is what the map shows`() async throws {
    await machine.signUp("Ada")
    _ = await machine.run(
      "ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes", "--json")

    let map = try await machine.run("map", "--json").document(MapDocument.self)

    #expect(map.ride?.state == .requested)
    #expect(map.dropoff?.name == "Opera House")
  }

  @Test func `On a terminal the cars move until the rider leaves`() async throws {
    await machine.signUp("Ada")
    let terminal = ScriptedTerminal(.terminal())
    let run = machine.play("map", on: terminal)
    let first = try await terminal.waitForFrame(containing: "Cars nearby")
    try await machine.clock.waitForSleepers()
    machine.clock.advance(by: .seconds(30))
    try await terminal.waitForFrame { $0 != first }
    terminal.type("q")

    #expect(try await run.outcome() == 0)
    #expect(!terminal.isScreenOpen)
  }

  @Test func `Where nothing can be drawn the map is described in words`() async throws {
    await machine.signUp("Ada")

    let outcome = await machine.run("map", capabilities: .terminal(canMoveCursor: false))

    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Car: "))
  }
}
