public import Observation

/// A screen that leads to other screens, and back.
@MainActor
public protocol NavigableScreen: AnyObject, DrawnScreen<Void> {
  /// Shows this screen and those that it leads to.
  var navigator: Navigator { get }
}

extension NavigableScreen {
  public var clock: any Clock<Duration> { navigator.clock }
  public var status: Styled? { navigator.status }
  public var announcements: [Announcement] { navigator.announcements }

  public func takeAnnouncements() -> [Announcement] { navigator.takeAnnouncements() }

  /// The screen is left as soon as it is no longer the one on top.
  public var outcome: Void? { navigator.top === self ? nil : () }

  /// The ways to other screens: the shortcuts, and Escape to the screen below.
  public func exits(_ title: Styled = "Back") -> [KeyAction] {
    navigator.shortcuts(on: self) + [KeyAction(.escape, title) { [self] in navigator.pop(self) }]
  }
}

/// How a stack of screens was left.
public enum NavigationEnd: Equatable, Sendable {
  /// The last screen was taken off.
  case finished
  /// The user wants to leave the program.
  case quit
}

/// A stack of screens; the top one is shown.
///
/// A screen that is covered keeps its state and goes on where it was when it is on top again. Its
/// ``DrawnScreen/work()`` is cancelled when it is covered and begins anew.
@MainActor
@Observable
public final class Navigator {
  /// The entries on every screen, also while text is typed: their keys are not printable.
  public let shortcuts: [MenuItem]
  /// The further entries on screens where nothing is typed or has to be decided.
  public var menu: [MenuItem]
  /// The sources of the status line below every screen; followed while the screens are shown.
  public var statusProviders: [any StatusProvider] = []
  /// Whether announcements neither ring the bell nor show a notification.
  public var isSilent = false
  /// Measures the time for the screens.
  public let clock: any Clock<Duration>
  private(set) var announcements: [Announcement] = []
  /// What is open, the lowest first.
  private var places: [Place] = []
  private var end = NavigationEnd.finished

  public init(
    shortcuts: [MenuItem] = [], menu: [MenuItem] = [],
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    (self.shortcuts, self.clock) = (shortcuts, clock)
    self.menu = menu
  }

  /// A scene and its screen.
  struct Place {
    let scene: AnyHashable
    let screen: any NavigableScreen
  }

  /// The screen that is shown.
  public var top: (any NavigableScreen)? { places.last?.screen }
  /// The screen below all others.
  public var root: (any NavigableScreen)? { places.first?.screen }
  /// The scenes that are open, the lowest first.
  public var scenes: [AnyHashable] { places.map(\.scene) }

  /// Shows a screen and all that it leads to until none is left; who leaves the program is told what goes on.
  func run(from first: Place, on terminal: any Terminal) async throws -> NavigationEnd {
    places = [first]
    end = .finished
    let followers = statusProviders.map { provider in
      Task { [weak self, isSilent = provider.isSilent] in
        await provider.follow { text in
          guard let self else { return }
          self.announcements.append(Announcement(text, isSilent: isSilent || self.isSilent))
        }
      }
    }
    defer {
      for follower in followers { follower.cancel() }
      places = []
    }
    do {
      while let screen = top { try await screen.run(on: terminal) }
    } catch PromptError.interrupted {
      try sayFarewell(on: terminal)
      throw PromptError.interrupted
    }
    if end == .quit { try sayFarewell(on: terminal) }
    return end
  }

  private func sayFarewell(on terminal: any Terminal) throws(TerminalError) {
    for line in statusProviders.compactMap(\.farewell) { try terminal.writeErrorLine(line) }
  }

  // MARK: - Status

  /// The parts of the status line; `nil` when there is nothing to say.
  var status: Styled? {
    let parts = statusProviders.compactMap(\.status)
    return parts.dropFirst().reduce(parts.first) { line, part in line.map { "\($0)   \(part)" } }
  }

  /// The status provider of a kind, for screens that show what it follows.
  public func statusProvider<P: StatusProvider>(_ kind: P.Type) -> P? {
    statusProviders.lazy.compactMap { $0 as? P }.first
  }

  /// Returns what was not announced yet.
  func takeAnnouncements() -> [Announcement] {
    guard !announcements.isEmpty else { return [] }
    defer { announcements = [] }
    return announcements
  }

  // MARK: - Moves

  /// Shows a place over the others.
  func push(_ place: Place) { places.append(place) }

  /// Takes a screen off, and those over it; does nothing when it is not there.
  public func pop(_ screen: any NavigableScreen) {
    guard let index = places.firstIndex(where: { $0.screen === screen }) else { return }
    places.removeSubrange(index...)
  }

  /// Takes all screens off but the one below all others.
  public func popToRoot() { places.removeSubrange(min(1, places.count)...) }

  /// Puts another place below all others, instead of the one that was there.
  func replaceRoot(with place: Place) {
    places.replaceSubrange(..<min(1, places.count), with: [place])
  }

  /// Takes all screens off.
  public func close() { places = [] }

  /// Takes all screens off because the user wants to leave the program.
  public func quit() {
    end = .quit
    close()
  }

  // MARK: - Menus

  /// The shortcuts that lead from a screen to another scene; back to it where it is open below.
  public func shortcuts(on screen: any NavigableScreen) -> [KeyAction] {
    let scene = places.last { $0.screen === screen }?.scene
    return shortcuts.filter { !$0.leads(to: scene) }.map(returning)
  }

  /// The destinations of a screen on which nothing is typed.
  public func menu(on screen: any NavigableScreen) -> [KeyAction] {
    shortcuts(on: screen) + menu.map(returning)
  }

  /// The item's action, which goes back to its scene over the first one rather than opening it again.
  private func returning(_ item: MenuItem) -> KeyAction {
    let action = item.action(in: self)
    return KeyAction(action.key, action.title, news: action.news) { [weak self] in
      guard let self else { return }
      guard let index = places.dropFirst().lastIndex(where: { item.leads(to: $0.scene) })
      else { return action() }
      places.removeSubrange((index + 1)...)
    }
  }
}

/// A key that leads on from other screens: a hint in their pictures, a numbered choice in lines.
public struct MenuItem {
  private let key: Key
  private let title: Styled
  private let destination: Destination?
  private let perform: @MainActor (Navigator) -> Void

  /// Leads to a scene; the title begins with a capital letter.
  @MainActor
  public init(_ key: Key, _ title: Styled, to destination: Destination) {
    (self.key, self.title, self.destination) = (key, title, destination)
    perform = { navigator in destination.show(in: navigator) }
  }

  /// Moves in another way; the title begins with a capital letter.
  public init(_ key: Key, _ title: Styled, move: @escaping @MainActor (Navigator) -> Void) {
    (self.key, self.title) = (key, title)
    (destination, perform) = (nil, move)
  }

  /// The item as an action of a screen.
  @MainActor
  public func action(in navigator: Navigator) -> KeyAction {
    let news = destination.map { destination in
      navigator.statusProviders.reduce(0) { $0 + $1.news(on: destination.scene) }
    }
    return KeyAction(key, title, news: news ?? 0) { [perform] in perform(navigator) }
  }

  @MainActor
  fileprivate func leads(to scene: AnyHashable?) -> Bool {
    scene != nil && destination?.scene == scene
  }
}

/// Something that goes on whatever screen is shown, such as an order on its way.
///
/// A ``Navigator`` shows its part of the status line below every screen and announces its news.
@MainActor
public protocol StatusProvider: AnyObject {
  /// Its part of the status line; `nil` when there is nothing to say.
  var status: Styled? { get }

  /// How much is new on a scene, for the ways that lead there.
  func news(on scene: AnyHashable) -> Int

  /// A line for a user who leaves the program; `nil` when there is nothing to say.
  var farewell: Styled? { get }

  /// Whether its news is told where lines are printed only, as the status line says it elsewhere.
  var isSilent: Bool { get }

  /// Renews the status until the task is cancelled, and announces each piece of news once.
  func follow(announce: @escaping @MainActor (String) -> Void) async
}

extension StatusProvider {
  public var farewell: Styled? { nil }
  public var isSilent: Bool { false }
  public func news(on scene: AnyHashable) -> Int { 0 }
}
