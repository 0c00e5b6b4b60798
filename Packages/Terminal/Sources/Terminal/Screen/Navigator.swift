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
  private var screens: [any NavigableScreen] = []
  private var end = NavigationEnd.finished

  public init(
    shortcuts: [MenuItem] = [], menu: [MenuItem] = [],
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    (self.shortcuts, self.clock) = (shortcuts, clock)
    self.menu = menu
  }

  /// The screen that is shown.
  public var top: (any NavigableScreen)? { screens.last }
  /// The screen below all others.
  public var root: (any NavigableScreen)? { screens.first }

  /// Shows a screen and all that it leads to until none is left; who leaves the program is told what goes on.
  ///
  /// - Throws: ``PromptError`` when the user interrupts or the terminal goes away.
  public func run(
    from first: any NavigableScreen, on terminal: any Terminal
  ) async throws -> NavigationEnd {
    screens = [first]
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
      screens = []
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

  /// Shows a screen over the others.
  public func push(_ screen: any NavigableScreen) { screens.append(screen) }

  /// Takes a screen off, and those over it; does nothing when it is not there.
  public func pop(_ screen: any NavigableScreen) {
    guard let index = screens.firstIndex(where: { $0 === screen }) else { return }
    screens.removeSubrange(index...)
  }

  /// Takes all screens off but the one below all others.
  public func popToRoot() { screens.removeSubrange(min(1, screens.count)...) }

  /// Puts another screen below all others, in place of the one that was there.
  public func replaceRoot(with screen: any NavigableScreen) {
    screens.replaceSubrange(..<min(1, screens.count), with: [screen])
  }

  /// Takes all screens off.
  public func close() { screens = [] }

  /// Takes all screens off because the user wants to leave the program.
  public func quit() {
    end = .quit
    close()
  }

  // MARK: - Menus

  /// The kinds of the screens over the first one, the lowest first.
  public var openKinds: [any NavigableScreen.Type] { screens.dropFirst().map { type(of: $0) } }

  /// Shows a screen of a kind that a shortcut or the menu leads to; does nothing for another kind.
  public func open(_ kind: any NavigableScreen.Type) {
    (shortcuts + menu).first { $0.leads(to: kind) }?.action(in: self).callAsFunction()
  }

  /// The shortcuts that lead from a screen to a screen of another kind; to the one that is open
  /// below, if there is one.
  public func shortcuts(on screen: any NavigableScreen) -> [KeyAction] {
    shortcuts.filter { !$0.leads(to: type(of: screen)) }.map(returning)
  }

  /// The destinations of a screen on which nothing is typed.
  public func menu(on screen: any NavigableScreen) -> [KeyAction] {
    shortcuts(on: screen) + menu.map(returning)
  }

  /// The item's action, which goes back to a screen of its kind over the first one rather than
  /// showing another.
  private func returning(_ item: MenuItem) -> KeyAction {
    let action = item.action(in: self)
    return KeyAction(action.key, action.title, news: action.news) { [weak self] in
      guard let self else { return }
      guard let index = screens.dropFirst().lastIndex(where: { item.leads(to: type(of: $0)) })
      else { return action() }
      screens.removeSubrange((index + 1)...)
    }
  }
}

/// A key that leads on from other screens: a hint in their pictures, a numbered choice in lines.
public struct MenuItem {
  private let key: Key
  private let title: Styled
  private let destination: (any NavigableScreen.Type)?
  private let perform: @MainActor (Navigator) -> Void

  /// Leads to a screen, which is made each time; the title begins with a capital letter.
  public init<S: NavigableScreen>(
    _ key: Key, _ title: Styled, makeScreen: @escaping @MainActor (Navigator) -> S
  ) {
    (self.key, self.title) = (key, title)
    destination = S.self
    perform = { navigator in navigator.push(makeScreen(navigator)) }
  }

  /// Moves in another way; the title begins with a capital letter.
  public init(_ key: Key, _ title: Styled, move: @escaping @MainActor (Navigator) -> Void) {
    (self.key, self.title) = (key, title)
    (destination, perform) = (nil, move)
  }

  /// The item as an action of a screen.
  @MainActor
  public func action(in navigator: Navigator) -> KeyAction {
    let news = destination.map { kind in
      navigator.statusProviders.reduce(0) { $0 + $1.news(on: kind) }
    }
    return KeyAction(key, title, news: news ?? 0) { [perform] in perform(navigator) }
  }

  @MainActor
  fileprivate func leads(to kind: any NavigableScreen.Type) -> Bool { destination == kind }
}

/// Something that goes on whatever screen is shown, such as an order on its way.
///
/// A ``Navigator`` shows its part of the status line below every screen and announces its news.
@MainActor
public protocol StatusProvider: AnyObject {
  /// Its part of the status line; `nil` when there is nothing to say.
  var status: Styled? { get }

  /// How much is new on the screens of a kind, for the ways that lead there.
  func news(on kind: any NavigableScreen.Type) -> Int

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
  public func news(on kind: any NavigableScreen.Type) -> Int { 0 }
}
