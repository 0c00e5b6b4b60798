import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import koober

/// The entries that features bring to the menus.
@MainActor
struct FeatureMenuTests {
  /// The keys that the app and the screens of the signed-in scope use themselves.
  private let ownKeys: Set<Key> = [
    .enter, .control("p"), .character("c"), .character("r"), .character("q"),
  ]

  @Test func `Each entry has a key and a title of its own`() throws {
    let terminal = ScriptedTerminal()
    let app = try AppContainer(
      dependency: try TestMachine().dependency(terminal), options: GlobalOptions(),
      terminal: terminal)
    let rider = app.openRiderScope(of: .johnny)
    let items = [Feature].all.flatMap { $0.menu(rider) + $0.rideMenu(rider, .sample()) }
    let entries = items.map { $0.action(in: Navigator()) }

    #expect(Set(entries.map(\.title.text)).count == entries.count)
    #expect(Set(entries.map(\.key)).count == entries.count)
    #expect(ownKeys.isDisjoint(with: entries.map(\.key)))
    #expect(entries.count >= 3)
  }
}
