import BasicsTesting
import Core
import CoreTesting
import RideUI
import Terminal
import TerminalTesting
import Testing

/// What the application tells whatever screen is shown, through the real composition root.
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

    var (isAdaRiding, isGraceRiding) = (false, false)
    for step in 0..<360 {
      switch step {
      case 1:
        await request(on: grace)
        isGraceRiding = true
      case 2, 200:
        await request(on: ada)
        isAdaRiding = true
      case 100:
        let shared = await grace.run("share", "post", "Hello", "--with", "ada@example.org")
        #expect(shared.status == 0)
      default: break
      }
      // Each of the two has a cloud that looks for news of its streams every second.
      try await machine.clock.waitForSleeper(of: .seconds(1), count: 2)
      machine.clock.advance(by: .seconds(10))
      // No screen may come so late that a state has passed before it is shown.
      if isAdaRiding { isAdaRiding = try await waitForState(of: ada, on: terminal) }
      if isGraceRiding { isGraceRiding = try await waitForState(of: grace, on: graces) }
    }
    try await terminal.waitForAnnouncements(7)
    try await graces.waitForAnnouncements(3)

    expectRides(2, in: terminal.announcements.filter { $0 != "Grace shared: Hello" })
    #expect(terminal.announcements.count { $0 == "Grace shared: Hello" } == 1)
    expectRides(1, in: graces.announcements)
    let frame = try await terminal.waitForFrame(containing: "Inbox: 1 new")
    #expect(frame.text.contains("Koober - Friends"))
    terminal.interrupt()
    graces.interrupt()
    #expect(try await adasRun.outcome() == 130)
    #expect(try await gracesRun.outcome() == 130)
  }

  @Test func `The status line says what the screen says, in every frame`() async throws {
    await machine.signUp("Ada")
    let run = machine.play(on: terminal)
    for (place, end) in [
      ("Opera House", "You have arrived"), ("Apple Store", "The ride was cancelled"),
    ] {
      try await terminal.waitForFrame(containing: "nearby.")
      terminal.press(.enter)
      terminal.paste(place)
      try await machine.clock.waitForSleeper(of: .milliseconds(150))
      machine.clock.advance(by: .milliseconds(150))
      try await terminal.waitForFrame(containing: "▌ \(place)")
      terminal.press(.enter)
      try await terminal.waitForFrame(containing: "▌ Wallabee")
      terminal.press(.enter)
      try await terminal.waitForFrame(containing: "Request this ride?")
      terminal.press(.enter)
      try await terminal.waitForFrame(containing: "Looking for a driver")
      if end.hasPrefix("The") {
        terminal.type("cy")
      } else {
        try await letTimePass(untilShown: "You have arrived")
      }
      try await terminal.waitForFrame(containing: end)
      terminal.press(.enter)
    }
    try await terminal.waitForFrame(containing: "nearby.")
    terminal.type("q")

    #expect(try await run.outcome() == 0)
    let rides = terminal.frames.filter {
      $0.text.contains(#/Koober - (Your ride|Receipt|Cancelled)/#)
    }
    for frame in rides {
      let headline = try #require(frame.text.firstMatch(of: Self.headline)).0
      let told = headline == "You are on your way" ? "On your way" : headline
      let line = try #require(frame.lines.last)
      let minutes =
        frame.text.firstMatch(of: #/(Pick-up|Drop-off) in +((\d+ h )?\d+ min)/#)?.2 ?? "none"
      #expect(line.hasPrefix(" \(told)"), "\(frame.text)")
      #expect(!line.contains(": ") || line.hasSuffix(": \(minutes)"), "\(frame.text)")
    }
    let headlines = Set(rides.compactMap { $0.text.firstMatch(of: Self.headline)?.0 })
    #expect(
      headlines.isSuperset(
        of: ["Looking for a driver", "You have arrived", "The ride was cancelled"]))
  }

  private static var headline: Regex<Substring> {
    #/
    Looking\ for\ a\ driver | \w+\ is\ (?:on\ the\ way|almost\ there|waiting\ for\ you)
    | You\ (?:are\ on\ your\ way|have\ arrived) | The\ ride\ was\ cancelled
    /#
  }

  /// Moves the time until the screen shows a text.
  @discardableResult
  private func letTimePass(untilShown text: String) async throws -> Frame {
    let time = Task {
      while !Task.isCancelled {
        try await machine.clock.waitForSleepers()
        machine.clock.advance(by: .seconds(10))
      }
    }
    defer { time.cancel() }
    return try await terminal.waitForFrame(containing: text)
  }

  @Test func `An invitation and a share are counted until they are seen`() async throws {
    let (ada, grace) = (machine.device("Ada"), machine.device("Grace"))
    await grace.signUp("Grace")
    await ada.signUp("Ada")
    let run = ada.play(on: terminal)
    try await terminal.waitForFrame(containing: "nearby.")
    #expect(await grace.run("friends", "add", "ada@example.org").status == 0)
    try await letStreamsLook()
    let invited = try await terminal.waitForFrame(containing: "Friends: 1 new")
    #expect(invited.text.contains("f Friends 1"))
    terminal.type("f")
    try await terminal.waitForFrame(containing: "invites you")
    terminal.press(.enter)
    try await terminal.waitForFrame { !$0.text.contains("invites you") }
    terminal.press(.escape)
    let accepted = try await terminal.waitForFrame(containing: "nearby.")
    #expect(!accepted.text.contains("Friends: 1") && !accepted.text.contains("Friends 1"))

    let shared = await grace.run("share", "post", "Hello", "--with", "ada@example.org")
    #expect(shared.status == 0)
    try await letStreamsLook()
    let news = try await terminal.waitForFrame(containing: "Inbox: 1 new")
    #expect(news.text.contains("i Inbox 1"))
    terminal.type("i")
    try await terminal.waitForFrame(containing: "new  Grace")
    terminal.press(.enter)
    try await terminal.waitForFrame { !$0.text.contains("1 new") }
    terminal.press(.escape, .escape)
    let read = try await terminal.waitForFrame(containing: "nearby.")
    #expect(!read.text.contains("Inbox 1") && !read.text.contains("Inbox: 1"))
    terminal.type("q")

    #expect(try await run.outcome() == 0)
    #expect(
      terminal.announcements == ["Grace invites you to be friends.", "Grace shared: Hello"])
  }

  @Test func `In lines what is new stands beside the number that leads there`() async throws {
    let lines = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let (ada, grace) = (machine.device("Ada"), machine.device("Grace"))
    await grace.signUp("Grace")
    await ada.signUp("Ada")
    #expect(await grace.run("friends", "add", "ada@example.org").status == 0)
    let run = ada.play(on: lines)
    try await lines.waitForText("4: Friends, 1 new\n")
    lines.answer(.line("4"))
    try await lines.waitForText("1: Accept Grace\n")
    lines.answer(.interrupt)

    #expect(try await run.outcome() == 130)
  }

  @Test(arguments: [true, false])
  func `A ride that was requested elsewhere is shown, and leaving says how to come back`(
    isInterrupted: Bool
  ) async throws {
    let run = try await playWithRequestedRide(on: machine)
    try await terminal.waitForFrame(containing: "Koober - Your ride")
    if isInterrupted { terminal.interrupt() } else { terminal.type("q") }

    #expect(try await run.outcome() == (isInterrupted ? 130 : 0))
    #expect(terminal.error == "Your ride goes on: koober ride status --watch\n")
  }

  @Test func `An ended session leads to the sign-in, and back to where the rider was`()
    async throws
  {
    await machine.signUp("Ada")
    let run = machine.play(on: terminal)
    try await terminal.waitForFrame(containing: "nearby.")
    terminal.type("f")
    try await terminal.waitForFrame(containing: "You have no friends here yet.")
    #expect(await machine.run("sign-out", "--everywhere").status == 0)
    let form = try await letTimePass(untilShown: "Your session has ended.")
    #expect(form.text.contains("ada@example.org"))
    terminal.type("correct horse")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "You have no friends here yet.")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "nearby.")
    terminal.type("q")

    #expect(try await run.outcome() == 0)
  }

  @Test func `A ride that ended below another screen can be requested again`() async throws {
    let run = try await playWithRequestedRide(on: machine)
    try await terminal.waitForFrame(containing: "Looking for a driver")
    terminal.type("r")
    try await terminal.waitForFrame(containing: "Date   To")
    try await letStreamsLook(after: .seconds(3600))
    try await terminal.waitForFrame { $0.lines.last == " You have arrived" }
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Receipt")
    terminal.type("a")
    try await terminal.waitForFrame(containing: "Choose your ride ─")
    terminal.interrupt()

    #expect(try await run.outcome() == 130)
  }

  @Test(arguments: ["off", "on"])
  func `The bell is quiet when the rider says so`(setting: String) async throws {
    var machine = machine
    machine.environment["KOOBER_ALERTS"] = setting
    let run = try await playWithRequestedRide(on: machine)
    try await terminal.waitForFrame(containing: "Looking for a driver")
    try await letStreamsLook(after: .seconds(3600))
    try await terminal.waitForFrame { $0.lines.last == " You have arrived" }
    terminal.interrupt()

    #expect(try await run.outcome() == 130)
    // What the ride did in between is announced, too, unless the events came all at once.
    #expect(terminal.announcements.last == (setting == "on" ? "You have arrived." : nil))
  }

  /// Plays the application for Ada, for whom a ride is requested elsewhere meanwhile.
  private func playWithRequestedRide(
    on machine: TestMachine
  ) async throws -> Task<Int32, any Error> {
    await machine.signUp("Ada")
    let run = machine.play(on: terminal)
    try await terminal.waitForFrame(containing: "nearby.")
    await request(on: machine)
    try await letStreamsLook()
    return run
  }

  /// Moves the time so far that a stream sees what another process has changed.
  private func letStreamsLook(after time: Duration = .seconds(1)) async throws {
    try await machine.clock.waitForSleeper(of: .seconds(1))
    machine.clock.advance(by: time)
  }

  /// Waits until the status line shows what the ride does now; returns whether it is under way.
  private func waitForState(
    of device: TestMachine, on terminal: ScriptedTerminal
  ) async throws -> Bool {
    let outcome = await device.run("ride", "status", "--json")
    let isRiding = outcome.status == 0
    let told =
      try isRiding ? RideText(outcome.document(RideDocument.self).ride).brief : "You have arrived"
    try await terminal.waitForFrame { $0.lines.last?.hasPrefix(" \(told)") == true }
    return isRiding
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
