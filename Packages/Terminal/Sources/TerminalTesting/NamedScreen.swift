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

extension MenuItem {
  /// Leads to a screen of this name.
  public static func named(_ name: String, _ key: Key) -> MenuItem {
    MenuItem(key, Styled(name)) { NamedScreen(name, navigator: $0) }
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
