import Core
import Terminal
import TerminalTesting
import Testing

@testable import Sharing

@MainActor
struct SharingScreenTests {
  /// Ends at once with a step of the test's choice.
  private struct Step: Screen {
    let step: SharingStep

    func run(on terminal: any Terminal) async throws -> SharingStep { step }
  }

  @Test func `A scene that was opened leads back to the one before`() async throws {
    var shown: [SharingScene] = []
    var steps: [SharingStep] = [.open(.friends), .open(.write(to: .ada)), .left, .left, .left]
    let post = NewPost(text: "On my way")
    let screen = SharingScreen(start: .share(post)) { scene in
      shown.append(scene)
      return Step(step: steps.removeFirst())
    }

    #expect(try await screen.run(on: ScriptedTerminal()) == .left)
    #expect(shown == [.share(post), .friends, .write(to: .ada), .friends, .share(post)])
    #expect(steps.isEmpty)
  }
}
