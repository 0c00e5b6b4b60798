import AllocationProbe
import BasicsTesting
import Composition
import Core
import CoreTesting
import Glibc
import Terminal
import TerminalTesting
import Testing

@testable import koober

/// The main job on the screens of the application, through the real composition root.
struct ApplicationJourneyTests {
  private let machine: TestMachine
  private let terminal = ScriptedTerminal(.terminal())

  init() throws {
    machine = try TestMachine()
  }

  @Test func `From an empty home to a shared and completed ride`() async throws {
    try await rideAndShare()
  }

  @Test func `Of a journey no object of its screens is left`() async {
    // In a process of its own, because the probe sees the whole program.
    await #expect(processExitsWith: .success) {
      do {
        try await ApplicationJourneyTests().requireThatNoObjectIsLeft()
      } catch {
        // An error that ends the process is not told to the test.
        Issue.record(error)
      }
    }
  }

  private func requireThatNoObjectIsLeft() async throws {
    guard AllocationProbe.works else { return }
    HangGuard.start(after: 30)
    ObjectProbe.begin(onAllThreads: true)
    try await rideAndShare()
    try await runCommands()
    try #require(ObjectProbe.overflow == 0)
    let (created, alive) = (ObjectProbe.created, ObjectProbe.alive)
    for feature in ["Onboarding.", "Sharing.", "SignedIn."] {
      try #require(created.contains { $0.hasPrefix(feature) })
      try #require(alive.filter { $0.hasPrefix(feature) } == [])
    }
  }

  /// Runs what only commands use; Ada and Grace are friends.
  private func runCommands() async throws {
    let screen = ScriptedTerminal(.terminal())
    await machine.signIn("Ada")
    let map = machine.play("map", on: screen)
    try await screen.waitForFrame(containing: "Cars nearby")
    screen.type("q")
    _ = try await map.outcome()
    for (command, input) in [
      (["share", "post", "Hi", "--with", "grace@example.org"], ""), (["inbox"], ""),
      (["account", "edit", "--name", "Ada King"], ""), (["sign-out", "--everywhere"], ""),
      (["reset-password", "--email", "ada@example.org", "--password-stdin"], "code\nnew horse"),
    ] {
      _ = await machine.run(command, input: input)
    }
  }

  private func rideAndShare() async throws {
    let run = machine.play(on: terminal)
    try await signUp("Grace")
    try await signOut()
    try await signUp("Ada")
    try await invite("grace@example.org")
    try await signOut()
    try await signIn("Grace")
    try await acceptInvitation(of: "Ada")
    try await signOut()
    try await signIn("Ada")
    try await terminal.waitForFrame(containing: "nearby.")
    try await requestRide(to: "opera")
    try await shareTrip(with: "Grace")
    try await rideToTheEnd()
    try await signOut()
    try await signIn("Grace")
    try await terminal.waitForFrame(containing: "nearby.")
    terminal.type("i")
    try await terminal.waitForFrame(containing: "new  Ada")
    terminal.press(.enter)
    let item = try await terminal.waitForFrame(containing: "Ada has arrived")
    #expect(item.text.contains("My ride to Opera House"))
    terminal.press(.escape, .escape)
    try await terminal.waitForFrame(containing: "nearby.")
    try await signOut()
    try await terminal.waitForFrame(containing: "Welcome to Koober.")
    terminal.press(.escape)

    #expect(try await run.outcome() == 0)
    #expect(!terminal.isScreenOpen)
    #expect(terminal.error == "")
  }

  @Test func `The welcome after a deletion says so, once`() async throws {
    await machine.signUp("Ada")
    let run = machine.play(on: terminal)
    try await terminal.waitForFrame(containing: "nearby.")
    terminal.press(.control("p"))
    try await terminal.waitForFrame(containing: "Koober - Profile")
    terminal.type("d")
    try await terminal.waitForFrame(containing: "cannot be undone")
    terminal.type("correct horse")
    terminal.press(.enter)

    let welcome = try await terminal.waitForFrame(containing: "Welcome to Koober.")
    #expect(welcome.text.contains("Your account is deleted."))
    terminal.press(.down, .enter)
    try await terminal.waitForFrame(containing: "Koober - Sign up")
    terminal.interrupt()
    #expect(try await run.outcome() == 130)
  }

  @Test func `Every link opens a screen in the application`() throws {
    #expect(
      [Feature].all.flatMap(\.linkScenes).map(\.pattern)
        == [Feature].all.flatMap(\.links).map(\.pattern))
  }

  @Test(arguments: ["inbox", "ride", "share"])
  func `A link opens its screen in the application, and the first one is below`(
    kind: String
  ) async throws {
    let (link, text) = try await makeLink(kind)
    let run = machine.play("open", "--app", link, on: terminal)
    try await terminal.waitForFrame(containing: text)

    // Below a ride that is under way is the same ride, which looks alike.
    if kind != "ride" {
      terminal.press(.escape)
      try await terminal.waitForFrame(containing: "nearby.")
    }
    terminal.type("q")

    #expect(try await run.outcome() == 0)
  }

  @Test func `A ride that has ended offers by its link what it does in the list`() async throws {
    let (link, _) = try await makeLink("ride")
    machine.clock.advance(by: .seconds(7_200))
    let run = machine.play("open", "--app", link, on: terminal)
    let isWhole = { @Sendable (frame: Frame) in
      frame.text.contains("You have arrived") && frame.text.contains("George Street")
    }
    let byLink = try await terminal.waitForFrame(where: isWhole)
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "nearby.")
    terminal.type("r")
    try await terminal.waitForFrame(containing: "completed")
    terminal.press(.enter)
    let inList = try await terminal.waitForFrame(where: isWhole)
    terminal.press(.escape, .escape)
    terminal.type("q")

    #expect(byLink.lines == inList.lines)
    #expect(byLink.text.contains("Again"))
    #expect(try await run.outcome() == 0)
  }

  #if DEBUG
    @Test func `A rider's scope has one container of each feature, over 1 000 frames`()
      async throws
    {
      let (link, text) = try await makeLink("share")
      let container = try AppContainer(
        dependency: machine.dependency(terminal), options: GlobalOptions(), terminal: terminal)
      let linkScene = try await LinkRegistry([Feature].all.flatMap(\.linkScenes)).resolve(link)
      let run = Task {
        try await Application(container: container, linkScene: linkScene).run()
      }
      try await terminal.waitForFrame(containing: text)
      terminal.press(.escape)
      try await terminal.waitForFrame(containing: "nearby.")
      try await requestRide(to: "opera")
      try await shareTrip(with: "Grace")
      for title in ["Friends", "Inbox", "Rides"] {
        terminal.type(title.prefix(1).lowercased())
        try await terminal.waitForFrame(containing: "Koober - \(title)")
        terminal.press(.escape)
        try await terminal.waitForFrame(containing: "Koober - Your ride")
      }
      for number in 1...1_000 {
        terminal.resize(to: TerminalSize(columns: 80 + number % 2, rows: 24))
        try await terminal.waitForFrame { $0.size.columns == 80 + number % 2 }
      }
      terminal.type("q")
      try await run.outcome()

      let monitor = container.services.lifetimeMonitor
      // What was under way when the application was left comes to its end.
      try await eventually("the end of all scopes") { monitor.scopesAlive.isEmpty }
      #expect(monitor.entries(of: "signed in") == 1 && monitor.entries(of: "sharing") == 1)
      #expect(monitor.entries(of: "pick-up") == 1)
    }
  #endif

  @Test(arguments: [("koober://inbox", "needs a terminal"), ("koober://nowhere", "")])
  func `Without a terminal the application is opened nowhere`(
    link: String, message: String
  ) async {
    let outcome = await machine.run("open", "--app", link)

    #expect(outcome.status == 64)
    #expect(outcome.error.contains(message))
  }

  // MARK: - Steps

  /// Returns a link of Ada's, and what the screen behind it says.
  private func makeLink(_ kind: String) async throws -> (link: String, text: String) {
    await machine.signUp("Grace")
    await machine.signUp("Ada")
    switch kind {
    case "ride":
      let ride = try await machine.run(
        "ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes", "--json"
      ).document(RideDocument.self).ride
      return ("koober://ride/\(ride.id)", "Koober - Your ride")
    case "share":
      await machine.befriend("Ada", "Grace")
      let post = try await machine.run(
        "share", "post", "Hello", "--with", "grace@example.org", "--json"
      ).document(ShareDocument.self).post
      return ("koober://share/\(post.id)", "Hello")
    default: return ("koober://inbox", "Koober - Inbox")
    }
  }

  private func signUp(_ name: String) async throws {
    try await terminal.waitForFrame(containing: "Welcome to Koober.")
    terminal.press(.down, .enter)
    let mail = "\(name.lowercased())@example.org"
    for text in [name, "", mail, "0491570156", "correct horse"] {
      terminal.type(text)
      terminal.press(.enter)
    }
    let frame = try await terminal.waitForFrame(containing: "nearby.")
    #expect(frame.lines[0].hasSuffix(name))
  }

  private func signIn(_ name: String) async throws {
    try await terminal.waitForFrame(containing: "Welcome to Koober.")
    terminal.press(.enter)
    terminal.type("\(name.lowercased())@example.org")
    terminal.press(.enter)
    terminal.type("correct horse")
    terminal.press(.enter)
  }

  private func signOut() async throws {
    terminal.press(.control("p"))
    try await terminal.waitForFrame(containing: "Sign out")
    terminal.type("s")
    try await terminal.waitForFrame(containing: "Sign out?")
    terminal.type("y")
  }

  private func invite(_ email: String) async throws {
    terminal.type("f")
    try await terminal.waitForFrame(containing: "You have no friends here yet.")
    terminal.type("+\(email)")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "\(email)  invited")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "nearby.")
  }

  private func acceptInvitation(of name: String) async throws {
    try await terminal.waitForFrame(containing: "nearby.")
    terminal.type("f")
    try await terminal.waitForFrame(containing: "invites you")
    terminal.press(.enter)
    try await terminal.waitForFrame { frame in
      frame.text.contains("\(name)  ") && !frame.text.contains("invites you")
    }
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Write to \(name)")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "\(name)  ")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "nearby.")
  }

  private func requestRide(to query: String) async throws {
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Type a name's beginning")
    terminal.paste(query)
    try await machine.clock.waitForSleeper(of: .milliseconds(150))
    machine.clock.advance(by: .milliseconds(150))
    try await terminal.waitForFrame(containing: "▌ Opera House")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "▌ Wallabee")
    terminal.press(.down, .enter)
    let quote = try await terminal.waitForFrame(containing: "Request this ride?")
    #expect(quote.text.contains("Wallaroo"))
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Looking for a driver")
  }

  private func shareTrip(with friend: String) async throws {
    terminal.type("s")
    try await terminal.waitForFrame(containing: "▌ \(friend)")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Shared with \(friend).")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "Looking for a driver")
  }

  /// Moves the time until the ride has ended, and looks at each of its states.
  private func rideToTheEnd() async throws {
    var state = RideState.requested
    // No ride takes three hours.
    for _ in 0..<1000 where state != .completed {
      // Other sleepers do not tell that the events of the last step have been sent.
      try await machine.clock.waitForSleeper(of: .seconds(1))
      machine.clock.advance(by: .seconds(10))
      let rides = try await machine.run("ride", "history", "--json").document(RidesDocument.self)
      let newest = try #require(rides.rides.first)
      guard newest.state != state else { continue }
      state = newest.state
      try await terminal.waitForFrame(containing: Self.headline(of: newest))
    }
    try #require(state == .completed)
  }

  private static func headline(of ride: Ride) -> String {
    let driver = ride.driver?.name ?? ""
    return switch ride.state {
    case .requested: "Looking for a driver"
    case .accepted: "\(driver) is on the way"
    case .arriving: "\(driver) is almost there"
    case .arrived: "\(driver) is waiting for you"
    case .onTrip: "You are on your way"
    case .completed: "You have arrived"
    case .cancelled: "The ride was cancelled"
    }
  }
}
