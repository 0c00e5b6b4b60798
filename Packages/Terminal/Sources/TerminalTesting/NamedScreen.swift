public import BasicsTesting
public import Terminal

/// A screen with a name only; Escape leaves it.
///
/// It stands for screens that a screen under test leads to.
@MainActor
public final class NamedScreen: NavigableScreen {
  public let navigator: Navigator
  private let name: String

  /// Creates a screen that shows "Here is", its name and a full stop.
  public init(_ name: String, navigator: Navigator) {
    self.name = name
    self.navigator = navigator
  }

  public var content: ScreenContent { ScreenContent(facts: [text]) }

  public func draw(in frame: inout Frame) {
    frame.write([text], in: frame.region)
  }

  public func handle(_ key: Key) {
    if key == .escape { navigator.pop(self) }
  }

  private var text: Styled { "Here is \(name)." }
}

/// Shows the name of each scene.
public struct NamedScenes<Scene: Hashable & Sendable>: SceneContainer {
  private let name: @MainActor (Scene) -> String

  public init(name: @escaping @MainActor (Scene) -> String = { "\($0)" }) { self.name = name }

  public func makeScreen(for scene: Scene, navigator: Navigator) -> any NavigableScreen {
    NamedScreen(name(scene), navigator: navigator)
  }
}

/// A screen that a test has made, which names itself.
private struct TestScreen: SceneContainer {
  let screen: any NavigableScreen
  func makeScreen(for scene: ObjectIdentifier, navigator: Navigator) -> any NavigableScreen {
    screen
  }
}

extension MenuItem {
  /// Leads to a screen of this name.
  @MainActor
  public static func named(_ name: String, _ key: Key) -> MenuItem {
    MenuItem(key, Styled(name), to: Destination(name) { NamedScenes<String> { $0 } })
  }
}

extension Navigator {
  /// Shows a screen that the test has made, and those that it leads to.
  public func run(
    from screen: any NavigableScreen, on terminal: any Terminal
  ) async throws -> NavigationEnd {
    try await Scenes(of: TestScreen(screen: screen), in: self)
      .run(from: ObjectIdentifier(screen), on: terminal)
  }

  /// Shows a screen that the test has made over the others.
  public func push(_ screen: any NavigableScreen) {
    Scenes(of: TestScreen(screen: screen), in: self).push(ObjectIdentifier(screen))
  }

  /// Puts a screen that the test has made below all others.
  public func replaceRoot(with screen: any NavigableScreen) {
    Scenes(of: TestScreen(screen: screen), in: self).replaceRoot(with: ObjectIdentifier(screen))
  }
}

extension Navigator {
  /// Returns a navigator with a shortcut, and a menu from which the program can be left.
  public static func sample(clock: any Clock<Duration> = ManualClock()) -> Navigator {
    Navigator(
      shortcuts: [.named("Profile", .control("p"))],
      menu: [
        .named("Friends", .character("f")), .named("Inbox", .character("i")),
        .named("Rides", .character("r")), MenuItem(.character("q"), "Quit") { $0.quit() },
      ], clock: clock)
  }
}
