import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

/// What the application tells whatever screen is shown, through the real composition root.
@Suite(.timeLimit(.minutes(10)))
struct StatusJourneyTests {
  private let machine: TestMachine
  private let terminal = ScriptedTerminal(.terminal())

  init() throws {
    machine = try TestMachine()
  }

  @Test func `For two riders every change is announced once in an hour`() async throws {
    let graces = ScriptedTerminal(.terminal())
    let (ada, grace) = (machine.device("Ada"), machine.device("Grace"))
    await grace.signUp("Grace")
    await ada.signUp("Ada")
    #expect(await grace.run("friends", "add", "ada@example.org").status == 0)
    #expect(await ada.run("friends", "accept", "grace@example.org").status == 0)
    let adasRun = ada.play(on: terminal)
    try await terminal.waitForFrame(containing: "nearby.")
    terminal.type("f")
    try await terminal.waitForFrame(containing: "grace@example.org")
    let gracesRun = grace.play(on: graces)
    try await graces.waitForFrame(containing: "nearby.")
    graces.type("r")
    try await graces.waitForFrame(containing: "You have had no rides yet.")

    for step in 0..<360 {
      switch step {
      case 1: await request(on: grace)
      case 2: await request(on: ada)
      case 100:
        let shared = await grace.run("share", "post", "Hello", "--with", "ada@example.org")
        #expect(shared.status == 0)
      case 200: await request(on: ada)
      default: break
      }
      // The current ride, the inbox and the list, for each of the two.
      try await machine.screenClock.waitForSleepers(6)
      machine.clock.advance(by: .seconds(10))
      machine.screenClock.advance(by: .seconds(10))
    }
    try await machine.screenClock.waitForSleepers(6)

    expectRides(2, in: terminal.announcements.filter { $0 != "Grace shared: Hello" })
    #expect(terminal.announcements.count { $0 == "Grace shared: Hello" } == 1)
    expectRides(1, in: graces.announcements)
    let frame = try await terminal.waitForFrame(containing: "Inbox: 1 new")
    #expect(frame.text.contains("Koober - Friends"))
    terminal.interrupt()
    graces.interrupt()
    #expect(try await adasRun.outcome == 130)
    #expect(try await gracesRun.outcome == 130)
  }

  @Test func `A ride that was requested elsewhere is shown, and leaving says how to come back`()
    async throws
  {
    let run = try await playWithRequestedRide(on: machine)
    try await terminal.waitForFrame(containing: "Koober - Your ride")
    terminal.type("q")

    #expect(try await run.outcome == 0)
    #expect(terminal.error.contains("Your ride goes on."))
    #expect(terminal.error.contains("koober ride status --watch"))
  }

  @Test func `An ended session leads to the sign-in, and back to where the rider was`()
    async throws
  {
    await machine.signUp("Ada")
    let run = machine.play(on: terminal)
    try await terminal.waitForFrame(containing: "nearby.")
    terminal.type("f")
    try await terminal.waitForFrame(containing: "You have no friends here yet.")
    try await machine.screenClock.waitForSleepers(3)
    #expect(await machine.run("sign-out", "--everywhere").status == 0)
    machine.screenClock.advance(by: .seconds(5))
    let form = try await terminal.waitForFrame(containing: "Your session has ended.")
    #expect(form.text.contains("ada@example.org"))
    terminal.type("correct horse")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "You have no friends here yet.")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "nearby.")
    terminal.type("q")

    #expect(try await run.outcome == 0)
  }

  @Test func `A ride that ended below another screen can be requested again`() async throws {
    let run = try await playWithRequestedRide(on: machine)
    try await terminal.waitForFrame(containing: "Looking for a driver")
    terminal.type("r")
    try await terminal.waitForFrame(containing: "❯ Apple Store")
    try await machine.screenClock.waitForSleepers(3)
    machine.clock.advance(by: .seconds(3600))
    machine.screenClock.advance(by: .seconds(5))
    try await terminal.waitForFrame { $0.lines.last == " You have arrived" }
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Receipt")
    terminal.type("a")
    try await terminal.waitForFrame(containing: "Choose your ride.")
    terminal.interrupt()

    #expect(try await run.outcome == 130)
  }

  @Test(arguments: ["off", "on"])
  func `The bell is quiet when the rider says so`(setting: String) async throws {
    var machine = machine
    machine.environment["KOOBER_ALERTS"] = setting
    let run = try await playWithRequestedRide(on: machine)
    try await terminal.waitForFrame(containing: "Looking for a driver")
    try await machine.screenClock.waitForSleepers(2)
    machine.clock.advance(by: .seconds(3600))
    machine.screenClock.advance(by: .seconds(5))
    try await terminal.waitForFrame { $0.lines.last == " You have arrived" }
    terminal.interrupt()

    #expect(try await run.outcome == 130)
    #expect(terminal.announcements == (setting == "on" ? ["You have arrived."] : []))
  }

  /// Plays the application for Ada, for whom a ride is requested elsewhere meanwhile.
  private func playWithRequestedRide(
    on machine: TestMachine
  ) async throws -> Task<Int32, any Error> {
    await machine.signUp("Ada")
    let run = machine.play(on: terminal)
    try await terminal.waitForFrame(containing: "nearby.")
    try await machine.screenClock.waitForSleepers(2)
    await request(on: machine)
    machine.screenClock.advance(by: .seconds(5))
    return run
  }

  /// Three announcements for each ride: almost there, waiting, arrived.
  private func expectRides(_ count: Int, in announcements: [String]) {
    #expect(announcements.count == 3 * count, "\(announcements)")
    #expect(announcements.count { $0.hasSuffix(" is almost there.") } == count)
    #expect(announcements.count { $0.hasSuffix(" is waiting for you.") } == count)
    #expect(announcements.count { $0 == "You have arrived." } == count)
  }

  private func request(on machine: TestMachine) async {
    let outcome = await machine.run(
      "ride", "request", "--to", "Apple Store", "--option", "wallabee", "--yes")
    #expect(outcome.status == 0, "\(outcome.error)")
  }
}
