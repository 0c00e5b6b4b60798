import Core
import Terminal
import TerminalTesting
import Testing

@testable import Sharing

@MainActor
struct SharingScreenTests {
  /// Ends at once with a step of the test's choice.
  private final class Step: SharingSceneScreen {
    var step: SharingStep?
    private let makeStep: @MainActor () -> SharingStep

    init(makeStep: @escaping @MainActor () -> SharingStep) {
      self.makeStep = makeStep
    }

    func run(on terminal: any Terminal) async throws -> SharingStep { makeStep() }
  }

  @Test func `A scene that was opened leads back to the one before`() async throws {
    var shown: [SharingScene] = []
    var steps: [SharingStep] = [.open(.friends), .open(.write(to: .ada)), .left, .left, .left]
    let post = NewPost(text: "On my way")
    let screen = SharingScreen(start: .share(post)) { scene in
      shown.append(scene)
      return Step { steps.removeFirst() }
    }

    #expect(try await screen.run(on: ScriptedTerminal()) == .left)
    #expect(shown == [.share(post), .friends, .write(to: .ada), .friends, .share(post)])
    #expect(steps.isEmpty)
  }

  @Test func `The profile comes over a scene, which then continues`() async throws {
    var shown: [SharingScene] = []
    var steps: [SharingStep] = [.open(.write(to: .ada)), .profile, .left, .left]
    let screen = SharingScreen(start: .friends) { scene in
      shown.append(scene)
      return Step { steps.removeFirst() }
    }

    #expect(try await screen.run(on: ScriptedTerminal()) == .profile)
    #expect(try await screen.run(on: ScriptedTerminal()) == .left)
    #expect(shown == [.friends, .write(to: .ada), .friends])
  }
}
