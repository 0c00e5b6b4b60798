import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

/// The screens follow the flags as the commands do, and lead to the profile from everywhere.
struct ApplicationScreenTests {
  private let machine: TestMachine
  private let terminal = ScriptedTerminal(.terminal())

  init() throws {
    machine = try TestMachine()
  }

  @Test(arguments: [
    ("name-first", "▌ Full name"), ("email-first", "▌ E-mail"),
  ])
  func `The sign-up begins with what the flag says`(variant: String, first: String) async throws {
    let run = machine.play("--flag", "onboarding-order=\(variant)", on: terminal)
    try await terminal.waitForFrame(containing: "Welcome to Koober.")
    terminal.press(.down, .enter)
    let frame = try await terminal.waitForFrame(containing: "Koober - Sign up")
    #expect(frame.text.contains(first))
    terminal.interrupt()

    #expect(try await run.outcome() == 130)
  }

  @Test(arguments: [("table", "Wallabee   AUD 9.00  in "), ("cards", "Picks you up in ")])
  func `The kinds of ride are laid out as the flag says`(
    variant: String, shown: String
  ) async throws {
    await machine.signUp("Ada")
    let run = machine.play("--flag", "ride-options-layout=\(variant)", on: terminal)
    try await terminal.waitForFrame(containing: "nearby.")
    terminal.press(.enter)
    terminal.paste("opera")
    try await machine.clock.waitForSleeper(of: .milliseconds(150))
    machine.clock.advance(by: .milliseconds(150))
    try await terminal.waitForFrame(containing: "▌ Opera House")
    terminal.press(.enter)
    let frame = try await terminal.waitForFrame(containing: shown)
    #expect(frame.text.contains("Kangaroo"))
    terminal.interrupt()

    #expect(try await run.outcome() == 130)
  }

  @Test(arguments: ["line", "banner"])
  func `A notification looks as the flag says`(variant: String) async throws {
    await machine.signUp("Grace")
    await machine.signUp("Ada")
    await machine.befriend("Ada", "Grace")
    _ = await machine.run(
      "ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes")
    let run = machine.play("--flag", "notification-service=\(variant)", on: terminal)
    try await terminal.waitForFrame(containing: "s Share")
    terminal.type("s")
    try await terminal.waitForFrame(containing: "▌ Grace")
    terminal.press(.enter)
    let text = try await terminal.waitForFrame(containing: "Shared with Grace.").text
    let rule = "\n " + String(repeating: "─", count: "Shared with Grace.".count) + "\n"
    #expect(text.contains("✓ Shared with Grace.") == (variant == "line"))
    #expect(text.contains(rule) == (variant == "banner"))
    terminal.interrupt()

    #expect(try await run.outcome() == 130)
  }

  @Test func `The mouse is taken only where there is a map, whose keys name what it does`()
    async throws
  {
    await machine.signUp("Ada")
    let run = machine.play(on: terminal)
    let map = try await terminal.waitForFrame(containing: "nearby.")
    terminal.type("?")
    let keys = try await terminal.waitForFrame(containing: "Leave at once")
    terminal.press(.escape)
    terminal.type("f")
    let friends = try await terminal.waitForFrame(containing: "You have no friends here yet.")
    terminal.interrupt()

    #expect(map.tracksMouse)
    #expect(keys.text.contains(#/Wheel +Zoom/#) && keys.text.contains(#/Drag +Move map/#))
    #expect(!keys.tracksMouse && !friends.tracksMouse)
    #expect(friends.hints.allSatisfy { $0.key != "Wheel" })
    #expect(try await run.outcome() == 130)
  }

  @Test func `The profile and the sign-out are reached from another feature too`() async throws {
    await machine.signUp("Ada")
    let run = machine.play(on: terminal)
    try await terminal.waitForFrame(containing: "nearby.")
    terminal.type("f")
    try await terminal.waitForFrame(containing: "You have no friends here yet.")
    terminal.press(.control("p"))
    try await terminal.waitForFrame(containing: "Koober - Profile")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "You have no friends here yet.")
    terminal.press(.control("p"))
    try await terminal.waitForFrame(containing: "Koober - Profile")
    terminal.type("sy")
    try await terminal.waitForFrame(containing: "Welcome to Koober.")
    terminal.press(.escape)

    #expect(try await run.outcome() == 0)
    #expect(await machine.run("profile").status == 77)
  }
}
