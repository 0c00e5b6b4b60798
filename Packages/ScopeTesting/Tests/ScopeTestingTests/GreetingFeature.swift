import Composition
import Console
import Core
import FeatureFlags
import Observation
import Terminal

/// What can be wrong with the scope of greetings.
enum Mistake: Sendable {
  case none, newCacheEachTime, cacheInScreen, cacheTwice, factoryKeepsFirst, modelForever
  case screenInTask, taskGoesOn, parentKeepsChild, exposedWhenMade, neverExposed, swappedVariants
  case neverShown, menuKeepsModel
}

/// A greeting, one of two implementations.
protocol Greeting: Sendable {
  var text: String { get }
}

struct PlainGreeting: Greeting { var text: String { "Hello" } }
struct LoudGreeting: Greeting { var text: String { "HELLO" } }

/// Something that a scope has one of.
final class GreetingCache: Sendable {}

/// The parent of the scopes.
final class GreetingParent: Sendable {
  let flagScope: FlagScope
  let services: SystemServices
  let mistake: Mistake
  let children = ChildList()

  init(_ flagScope: FlagScope, _ services: SystemServices, _ mistake: Mistake) {
    (self.flagScope, self.services, self.mistake) = (flagScope, services, mistake)
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
    probe = LifetimeProbe("greetings", in: parent.services.lifetimeMonitor)
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
      cache: mistake == .cacheInScreen ? GreetingCache() : cache
    ) {
      if mistake == .neverShown { return "Hi" }
      return (mistake == .neverExposed ? greeting.makeUnused(in: scope) : greeting.make(in: scope))
        .text
    }
  }

  @MainActor func makeMenu() -> [MenuItem] {
    let model = GreetingModel()
    return [
      MenuItem(.character("g"), "Greet") { navigator in
        let isKept = parent.mistake == .menuKeepsModel
        return GreetingScreen(
          model: isKept ? model : GreetingModel(), mistake: .none, navigator: navigator,
          cache: cache
        ) { "" }
      }
    ]
  }

  @MainActor func makeFactory() -> GreetingFactory { GreetingFactory(mistake: parent.mistake) }
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
  private let greeting: () -> String
  private var isGreeting = false

  init(
    model: GreetingModel, mistake: Mistake, navigator: Navigator, cache: GreetingCache,
    greeting: @escaping () -> String
  ) {
    (self.model, self.mistake, self.navigator) = (model, mistake, navigator)
    (self.cache, self.greeting) = (cache, greeting)
  }

  func work() async {
    let clock = clock
    switch mistake {
    case .screenInTask: Task { while true { await withCheckedContinuation { waiting = $0 } } }
    case .taskGoesOn: Task.detached { try await clock.sleep(for: .seconds(1)) }
    default: break
    }
  }

  private var waiting: CheckedContinuation<Void, Never>?

  private var text: Styled { isGreeting ? "\(greeting()), Ada." : "Press Enter." }
  var content: ScreenContent { ScreenContent(facts: [text]) }
  func draw(in frame: inout Frame) { frame.write([text], in: frame.region) }
  func handle(_ key: Key) { isGreeting = true }
}

/// Runs the commands of greetings.
struct GreetingContext: ConsoleContext {
  let console: CommandConsole
  let container: GreetingContainer
}

extension Command where Context == GreetingContext {
  static let greet = Command("greet", summary: "Greet.") { _, context in
    guard context.container.parent.mistake != .neverShown else { return }
    let scope = context.container.parent.flagScope
    let text = GreetingContainer.greeting(context.container.parent.mistake).make(in: scope).text
    try context.terminal.write("\(text)\n")
  }

  static let part = Command("part", summary: "Part.") { _, context in
    try context.terminal.write("Bye\n")
  }
}
