import BasicsTesting
import Core
import CoreTesting
import FoundationEssentials
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

@MainActor
struct AccountScreenTests {
  private let terminal = ScriptedTerminal(.terminal())
  private let navigator = Navigator()
  private let frames = GoldenFrames()

  private func play(_ screen: some NavigableScreen) -> Task<NavigationEnd, any Error> {
    Task { try await navigator.run(from: screen, on: terminal) }
  }

  private func container(_ answers: [CloudResponse]) -> (SignedInContainer, TestDependencies) {
    let dependencies = TestDependencies(answers)
    return (SignedInContainer(dependencies: dependencies.double), dependencies)
  }

  @Test func `A changed profile opens the scope anew`() async throws {
    let (container, dependencies) = container([])
    let run = play(container.makeProfileForm(navigator: navigator))
    try await terminal.waitForFrame(containing: "Full name")
    try await frames.check(terminal, "edit-profile")

    terminal.type(" Smith")
    for _ in 0..<5 { terminal.press(.enter) }

    #expect(try await run.outcome() == .finished)
    let repository = try #require(dependencies.userSessionRepository as? FakeUserSessionRepository)
    let changes = await repository.profileChanges
    #expect(changes.map(\.name) == ["Johnny Appleseed Smith"])
    #expect(changes.map(\.password) == [nil])
    #expect(dependencies.openedSessions.map(\.profile.name) == ["Johnny Appleseed Smith"])
  }

  @Test func `A profile with a wrong field is not sent`() async throws {
    let (container, dependencies) = container([])
    let run = play(container.makeProfileForm(navigator: navigator))
    try await terminal.waitForFrame(containing: "Full name")
    terminal.press(.control("u"))
    for _ in 0..<4 { terminal.press(.enter) }
    terminal.type("correct horse")
    terminal.press(.enter)

    try await terminal.waitForFrame(containing: "The full name is empty.")
    #expect(!terminal.frames.contains { $0.text.contains("correct horse") })
    terminal.press(.escape)
    #expect(try await run.outcome() == .finished)
    #expect(dependencies.openedSessions == [])
  }

  @Test func `A password is changed after it was typed twice`() async throws {
    let (container, dependencies) = container([try .document(Empty())])
    let news = AccountNews()
    let run = play(container.makePasswordForm(telling: news, navigator: navigator))
    try await terminal.waitForFrame(containing: "Once more")
    try await frames.check(terminal, "change-password")
    for text in ["correct horse", "battery staple", "other"] {
      terminal.type(text)
      terminal.press(.enter)
    }
    try await terminal.waitForFrame(containing: "are not the same")
    terminal.press(.control("u"))
    terminal.type("battery staple")
    terminal.press(.enter)

    #expect(try await run.outcome() == .finished)
    #expect(news.line == "Your password is changed; your other sessions have ended.")
    #expect(!terminal.frames.contains { $0.text.contains(/correct horse|battery staple/) })
    let bodies = await dependencies.transport.requests.compactMap(\.body)
    #expect(
      try bodies.map { try JSONCoding.decode(PasswordChange.self, from: $0) } == [
        PasswordChange(current: Secret("correct horse"), new: Secret("battery staple"))
      ])
  }

  @Test func `An account is deleted with its password and leaves the scope`() async throws {
    let (container, dependencies) = container([])
    let run = play(container.makeDeletionForm(navigator: navigator))
    try await terminal.waitForFrame(containing: "cannot be undone")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Type your password.")
    #expect(dependencies.signOuts == 0)
    terminal.type("correct horse")
    terminal.press(.enter)

    #expect(try await run.outcome() == .finished)
    #expect(dependencies.signOuts == 1)
    #expect(!terminal.frames.contains { $0.text.contains("correct horse") })
  }

  // MARK: - Sessions

  private static func session(_ id: String, isCurrent: Bool = false) -> SessionSummary {
    let day = Date(timeIntervalSince1970: 1_767_225_600)
    return SessionSummary(
      id: Identifier(id), openedAt: day, usedAt: day + 86_400, endsAt: day + 180 * 86_400,
      isCurrent: isCurrent)
  }

  @Test func `Another session is ended after a question, the own one never`() async throws {
    let (own, other) = (Self.session("aa", isCurrent: true), Self.session("bb"))
    let (container, dependencies) = container([
      try .document(SessionList(sessions: [own, other])), try .document(Empty()),
      try .document(SessionList(sessions: [own])),
    ])
    let run = play(
      SessionsScreen(remoteAPI: container.accountRemoteAPI, navigator: navigator))
    try await terminal.waitForFrame(containing: "this one")
    try await frames.check(terminal, "sessions")

    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "the session you are using")
    terminal.press(.down, .enter)
    try await terminal.waitForFrame(containing: "End the session?")
    terminal.type("y")
    try await terminal.waitForFrame { !$0.text.contains("last used") }
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
    #expect(
      await dependencies.transport.requests.map(\.path) == [
        ["sessions"], ["sessions", "bb"], ["sessions"],
      ])
  }
}
