import Composition
import FeatureFlags
import Observation
import ScopeTesting
import Synchronization
import Terminal
import TerminalTesting

/// What can be wrong with the scope of greetings.
enum Mistake: Sendable {
  case none, newCacheEachTime, cacheInScreen, cacheTwice, factoryKeepsFirst, modelForever
  case screenInTask, taskGoesOn, parentKeepsChild, exposedWhenMade, neverExposed, swappedVariants
  case neverShown, menuKeepsModel
  case taskUntilEnter, remembersVisit, doorIgnored, twoModels, otherCall, noCall, twoCalls, deaf
}

/// A greeting, one of two implementations.
protocol Greeting: Sendable {
  var text: String { get }
}

struct PlainGreeting: Greeting { var text: String { "Hello" } }
struct LoudGreeting: Greeting { var text: String { "HELLO" } }

/// Something that a scope has one of.
final class GreetingCache: Sendable {
  /// A mistake: whether somebody was greeted.
  let hasGreeted = Mutex(false)
}

/// What is told of greetings.
enum GreetingEvent: Sendable { case news }

/// The parent of the scopes.
final class GreetingParent: Sendable {
  let flagScope: FlagScope
  let lifetimeMonitor: LifetimeMonitor
  let mistake: Mistake
  let ports: PortRecord
  let events: AsyncStream<GreetingEvent>
  let children = ChildList()

  @MainActor init(_ surroundings: ScopeSurroundings, _ mistake: Mistake) {
    flagScope = surroundings.flagScope
    lifetimeMonitor = surroundings.lifetimeMonitor
    self.mistake = mistake
    ports = surroundings.ports
    let (events, event) = AsyncStream.makeStream(of: GreetingEvent.self)
    self.events = events
    ports.receiveEvents { if let news = $0 as? GreetingEvent { event.yield(news) } }
  }

  @MainActor final class ChildList {
    var containers: [GreetingContainer] = []
    nonisolated init() {}
  }
}

/// The scope of greetings, right or wrong.
struct GreetingContainer: Sendable {
  let parent: GreetingParent
  private let stored: GreetingCache?
  private let second: GreetingCache?
  private let probe: LifetimeProbe

  init(parent: GreetingParent) {
    self.parent = parent
    stored = parent.mistake == .newCacheEachTime ? nil : GreetingCache()
    second = parent.mistake == .cacheTwice ? GreetingCache() : nil
    probe = LifetimeProbe("greetings", in: parent.lifetimeMonitor)
  }

  var cache: GreetingCache { stored ?? GreetingCache() }

  static func greeting(_ mistake: Mistake) -> Substitution<any Greeting> {
    mistake == .swappedVariants
      ? Substitution(
        flag: "greeting", default: "plain", { LoudGreeting() },
        alternatives: ["loud": { PlainGreeting() }])
      : Substitution(
        flag: "greeting", default: "plain", { PlainGreeting() },
        alternatives: ["loud": { LoudGreeting() }])
  }

  @MainActor func makeScreen(navigator: Navigator) -> GreetingScreen {
    let (scope, mistake) = (parent.flagScope, parent.mistake)
    let greeting = Self.greeting(mistake)
    if mistake == .exposedWhenMade { greeting.recordUse(in: scope) }
    if mistake == .parentKeepsChild { parent.children.containers.append(self) }
    return GreetingScreen(
      model: makeFactory().create(), mistake: mistake, navigator: navigator,
      cache: mistake == .cacheInScreen ? GreetingCache() : cache,
      events: parent.events, ports: parent.ports
    ) {
      if mistake == .neverShown { return "Hi" }
      return (mistake == .neverExposed ? greeting.makeUnused(in: scope) : greeting.make(in: scope))
        .text
    }
  }

  @MainActor func makeMenu() -> [MenuItem] {
    let kept = GreetingScenes(container: self)
    let isKept = parent.mistake == .menuKeepsModel
    return [
      MenuItem(
        .character("g"), "Greet",
        to: Destination(.greeting) { isKept ? kept : GreetingScenes(container: self) })
    ]
  }

  @MainActor func makeFactory() -> GreetingFactory { GreetingFactory(mistake: parent.mistake) }
}

enum GreetingScene { case greeting }

/// The scope of one visit.
@MainActor struct GreetingScenes: SceneContainer {
  let container: GreetingContainer
  let model = GreetingModel()

  func makeScreen(for scene: GreetingScene, navigator: Navigator) -> any NavigableScreen {
    GreetingScreen(
      model: model, mistake: container.parent.mistake == .deaf ? .deaf : .none,
      navigator: navigator, cache: container.cache,
      events: container.parent.events, ports: container.parent.ports
    ) { "" }
  }
}

@MainActor
final class GreetingModel {
  /// A mistake: it belongs to no scope.
  static let forever = GreetingModel()
}

@MainActor
final class GreetingFactory {
  private let mistake: Mistake
  private lazy var first = GreetingModel()

  init(mistake: Mistake) { self.mistake = mistake }

  func create() -> GreetingModel {
    switch mistake {
    case .factoryKeepsFirst: first
    case .modelForever: .forever
    default: GreetingModel()
    }
  }
}

/// Greets when Enter is pressed.
@MainActor
@Observable
final class GreetingScreen: NavigableScreen {
  let navigator: Navigator
  private let model: GreetingModel
  private let cache: GreetingCache
  private let mistake: Mistake
  private let other: GreetingModel?
  private let isAgain: Bool
  private let greeting: () -> String
  private let events: AsyncStream<GreetingEvent>
  private let ports: PortRecord
  private var isGreeting = false
  private var news = 0
  @ObservationIgnored private var untilEnter: Task<Void, any Error>?

  init(
    model: GreetingModel, mistake: Mistake, navigator: Navigator, cache: GreetingCache,
    events: AsyncStream<GreetingEvent>, ports: PortRecord, greeting: @escaping () -> String
  ) {
    (self.model, self.mistake, self.navigator) = (model, mistake, navigator)
    (self.cache, self.greeting) = (cache, greeting)
    (self.events, self.ports) = (events, ports)
    other = mistake == .twoModels ? GreetingModel() : nil
    isAgain = mistake == .remembersVisit && cache.hasGreeted.withLock { $0 }
  }

  func work() async {
    let clock = clock
    if mistake == .taskUntilEnter, !isGreeting {
      untilEnter = Task.detached { try await clock.sleep(for: .seconds(1)) }
    }
    begin()
    for await _ in events where mistake != .deaf { news += 1 }
  }

  private func begin() {
    let clock = clock
    switch mistake {
    case .screenInTask: Task { while true { await withCheckedContinuation { waiting = $0 } } }
    case .taskGoesOn: Task.detached { try await clock.sleep(for: .seconds(1)) }
    default: break
    }
  }

  private var waiting: CheckedContinuation<Void, Never>?

  private var text: Styled {
    guard isGreeting else { return "Press Enter.\(news == 0 ? "" : " News!")" }
    return "\(greeting()), Ada.\(isAgain ? " Again?" : "")"
  }
  var content: ScreenContent { ScreenContent(facts: [text]) }
  func draw(in frame: inout Frame) { frame.write([text], in: frame.region) }
  func handle(_ key: Key) {
    if key == .escape { return navigator.pop(self) }
    let count = mistake == .noCall ? 0 : mistake == .twoCalls ? 2 : 1
    for _ in 0..<count { ports.note(mistake == .otherCall ? "greet nobody" : "greet Ada") }
    isGreeting = true
    untilEnter?.cancel()
    cache.hasGreeted.withLock { $0 = true }
  }
}

/// The commands of greetings.
enum GreetingCommand: String, CaseIterable {
  case greet, part

  @MainActor func run(in container: GreetingContainer, on terminal: ScriptedTerminal) throws {
    let (scope, mistake) = (container.parent.flagScope, container.parent.mistake)
    switch self {
    case .greet where mistake == .neverShown: break
    case .greet:
      let text = GreetingContainer.greeting(mistake).make(in: scope).text
      try terminal.writeLine(mistake == .doorIgnored ? "Hi" : Styled(text))
    case .part: try terminal.writeLine("Bye")
    }
  }
}
