import Core
import Terminal

/// How the screens of this feature end.
public enum SharingOutcome: Equatable, Sendable {
  case left
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
  case left
}

/// Leads from scene to scene, and back again.
@MainActor
struct SharingScreen: Screen {
  let start: SharingScene
  /// Makes the screen of a scene, new each time.
  let makeScreen: @MainActor (SharingScene) -> any Screen<SharingStep>

  func run(on terminal: any Terminal) async throws -> SharingOutcome {
    var scenes = [start]
    while let scene = scenes.last {
      switch try await makeScreen(scene).run(on: terminal) {
      case .open(let next): scenes.append(next)
      case .left: scenes.removeLast()
      }
    }
    return .left
  }
}
