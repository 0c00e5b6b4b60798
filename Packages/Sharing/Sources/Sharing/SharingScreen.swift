import Core
import Terminal

/// How the screens of this feature end.
public enum SharingOutcome: Equatable, Sendable {
  case left
  /// The rider opens the profile; run again, the screens continue where they were.
  case profile
}

/// A part of sharing, with the value that it cannot be entered without.
enum SharingScene: Equatable {
  case friends
  case write(to: Friend)
  case share(NewPost)
  case inbox
}

/// How one screen of sharing ends.
enum SharingStep: Equatable {
  /// Another scene comes over this one.
  case open(SharingScene)
  /// The profile is shown over this scene, which then continues.
  case profile
  case left
}

/// The screen of a scene, which can be left for another screen and be shown again.
@MainActor
protocol SharingSceneScreen: AnyObject, Screen<SharingStep> {
  /// The scene to show instead.
  var step: SharingStep? { get set }
}

extension SharingSceneScreen {
  /// The action that opens the profile.
  var profileAction: KeyAction {
    KeyAction(.control("p"), "Profile") { [self] in step = .profile }
  }
}

/// Leads from scene to scene, and back again.
@MainActor
final class SharingScreen: Screen {
  private var scenes: [SharingScene]
  /// Creates a new screen of a scene.
  private let makeScreen: @MainActor (SharingScene) -> any SharingSceneScreen
  /// The screen over which the profile is shown.
  private var paused: (any SharingSceneScreen)?

  init(
    start: SharingScene,
    makeScreen: @escaping @MainActor (SharingScene) -> any SharingSceneScreen
  ) {
    scenes = [start]
    self.makeScreen = makeScreen
  }

  func run(on terminal: any Terminal) async throws -> SharingOutcome {
    while let scene = scenes.last {
      let screen = paused ?? makeScreen(scene)
      paused = nil
      screen.step = nil
      switch try await screen.run(on: terminal) {
      case .open(let next): scenes.append(next)
      case .left: scenes.removeLast()
      case .profile:
        paused = screen
        return .profile
      }
    }
    return .left
  }
}
