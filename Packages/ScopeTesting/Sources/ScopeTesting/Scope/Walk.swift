import BasicsTesting
import Synchronization
import Terminal
import TerminalTesting

/// How the screens of a walk are left.
enum Leaving: String { case back, quit }

/// Shows what a maker made, goes where the maker's steps lead, and leaves.
@MainActor
struct Walk<Container: Sendable> {
  let maker: Maker<Container>
  let stage: ScopeStage<Container>
  let surroundings: ScopeSurroundings
  private(set) var encounters: [Encounter] = []
  /// The objects that were made, as far as the scope did not have them before.
  private(set) var made: [AnyObject] = []
  private(set) var isCommand = false
  /// The classes of which several objects were open at once.
  private(set) var doubled: Set<String> = []
  var leaving = Leaving.quit
  /// Called on the last screen of the walk, before it is left.
  var atEnd: (@MainActor (ScriptedTerminal) async throws -> Void)?

  init(
    _ maker: Maker<Container>, on stage: ScopeStage<Container>, _ surroundings: ScopeSurroundings
  ) {
    self.maker = maker
    self.stage = stage
    self.surroundings = surroundings
  }

  private var navigator: Navigator { stage.navigator }

  /// Walks once; afterwards nothing is shown.
  mutating func run() async throws {
    let product = try await maker.make(stage)
    look(at: product)
    switch product {
    case .factory(let create): for _ in 1...2 { collect(create()) }
    case .command(let perform):
      isCommand = true
      let terminal = ScriptedTerminal(.terminal(), patience: .none)
      try await perform(terminal)
      meet(Self.text(of: terminal), "at its end")
    case .flow(_, let run), .scene(let run): try await show(run)
    case .object(let screen as any NavigableScreen): try await show(screen)
    case .object(let items as [MenuItem]):
      for item in items { try await show(item) }
    case .object(let provider as any StatusProvider):
      navigator.statusProviders = [provider]
      defer { navigator.statusProviders = [] }
      try await show(NamedScreen("the status", navigator: navigator))
    case .object: break
    }
  }

  private mutating func look(at product: Maker<Container>.Product) {
    switch product {
    case .object(let object): look(atObject: object)
    case .flow(let flow, _): look(atObject: flow)
    case .factory, .command, .scene: meet("", "when it is made")
    }
  }

  private mutating func look(atObject object: Any) {
    collect(object)
    meet(String(reflecting: type(of: object)), "when it is made")
  }

  /// Remembers the objects that a value reaches, without those of the test.
  private mutating func collect(_ value: Any) {
    made += ObjectGraph(of: value, except: stage.given).objects
  }

  // MARK: - Screens

  private mutating func show(_ item: MenuItem) async throws {
    let action = item.action(in: navigator)
    [action].perform(action.key)
    guard let screen = navigator.top else { return }
    navigator.close()
    try await show(screen)
  }

  private mutating func show(_ screen: any NavigableScreen) async throws {
    let navigator = navigator
    try await show { _ = try await navigator.run(from: screen, on: $0) }
  }

  private mutating func show(_ run: @escaping (any Terminal) async throws -> Void) async throws {
    let terminal = ScriptedTerminal(.terminal())
    let end = End()
    // When this walk gets to look, more may have been met than the first picture shows.
    let (surroundings, atFirst) = (surroundings, FirstExposure())
    terminal.onFirstFrame { atFirst.flags.withLock { $0 = surroundings.exposed } }
    let showing = Task {
      defer { end.isDone = true }
      try await run(terminal)
    }
    do {
      _ = await runOthers { terminal.frame != nil || end.isDone }
      meet(
        terminal.frames.first?.text ?? "", "at the first look",
        exposed: atFirst.flags.withLock(\.self) ?? surroundings.exposed)
      lookAround()
      for step in maker.walk { try await take(step, on: terminal) }
      try await atEnd?(terminal)
    } catch {
      await leave(showing, end, terminal)
      throw error
    }
    lookAround()
    await leave(showing, end, terminal)
    if end.isDone { try await showing.outcome("the end of a screen") }
  }

  /// What a rider was exposed to when the first picture was shown.
  private final class FirstExposure: Sendable {
    let flags = Mutex<Set<String>?>(nil)
  }

  /// Whether the last screen was left.
  private final class End {
    var isDone = false
  }

  private func leave(
    _ showing: Task<Void, any Error>, _ end: End, _ terminal: ScriptedTerminal
  ) async {
    // A key may also go back within a screen; where it changes nothing it leads no further.
    var goesBack = leaving == .back
    while goesBack, !end.isDone, navigator.top != nil {
      let seen = terminal.frames.count
      terminal.press(.escape)
      goesBack = await WaitBound.$rounds.withValue(1) {
        await runOthers { terminal.frames.count > seen || end.isDone }
      }
    }
    navigator.quit()
    if await !runOthers(until: { end.isDone }) { showing.cancel() }
  }

  /// Remembers what is open, and of which classes of the module there are several objects.
  private mutating func lookAround() {
    if let top = navigator.top { collect(top) }
    let open = ObjectGraph(of: [stage.container, navigator] as [Any]).objects
    let names = open.map { String(reflecting: type(of: $0)) }
      .filter { $0.hasPrefix("\(module).") }
    doubled.formUnion(Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys)
  }

  private var module: Substring {
    String(reflecting: Container.self).prefix { $0 != "." }
  }

  private mutating func take(_ step: Step, on terminal: ScriptedTerminal) async throws {
    switch step {
    case .sees(let text): try await see(text, on: terminal)
    case .lacks(let text):
      let shown = terminal.frame?.text ?? ""
      guard !shown.contains(text) else {
        throw WalkError(maker: maker.name, text: text, shown: shown, isUnwanted: true)
      }
    case .presses(let keys): for key in keys { terminal.press(key) }
    case .types(let text): terminal.type(text)
    case .waits(let duration, let sleepers):
      let surroundings = surroundings
      guard await runOthers(until: { surroundings.sleepers >= sleepers }) else {
        throw WaitingError(
          maker: maker.name, awaited: sleepers, found: surroundings.sleepers)
      }
      surroundings.screenClock.advance(by: duration)
      surroundings.wallClock.advance(by: duration)
    }
  }

  /// Waits for a picture with a text, and remembers what is seen.
  private mutating func see(_ text: String, on terminal: ScriptedTerminal) async throws {
    do {
      // The picture with the text may not be the newest any more: a stream can replace it at once.
      let frame = try await terminal.waitForFrame(containing: text)
      meet(frame.text, "at '\(text)'")
    } catch {
      throw WalkError(maker: maker.name, text: text, shown: terminal.frame?.text ?? "nothing")
    }
    lookAround()
  }

  private mutating func meet(_ text: String, _ moment: String, exposed: Set<String>? = nil) {
    let exposed = exposed ?? surroundings.exposed
    encounters.append(Encounter(moment: moment, text: text, exposed: exposed))
  }

  /// The text that a command left on the terminal: the drawing of an activity is removed when it ends.
  private static func text(of terminal: ScriptedTerminal) -> String {
    let lines = terminal.transcript.split(separator: "\n", omittingEmptySubsequences: false)
    let removal = "\r\u{1B}[K"
    return lines.map { $0.split(separator: removal, omittingEmptySubsequences: false).last ?? "" }
      .joined(separator: "\n")
      + (terminal.frame?.text ?? "")
  }
}
