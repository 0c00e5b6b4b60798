public import BasicsTesting
public import Composition
public import FeatureFlags
import FeatureFlagsTesting
public import Terminal
import TerminalTesting

/// An open scope in which makers are called.
@MainActor
public final class ScopeStage<Container: Sendable> {
  public let container: Container
  /// Shows the screens that are made.
  public let navigator: Navigator
  private var kept: [AnyObject] = []

  init(_ container: Container, _ surroundings: ScopeSurroundings) {
    self.container = container
    navigator = Navigator(clock: surroundings.screenClock)
  }

  /// Keeps an object that only what is made would hold weakly, such as a responder.
  public func keeping<Object: AnyObject>(_ object: Object) -> Object {
    kept.append(object)
    return object
  }

  /// The objects that were handed in, and are not made by the scope.
  var given: [AnyObject] { kept + [navigator] }
}

/// The flags, clocks and records that a proof gives to a scope.
@MainActor
public struct ScopeSurroundings {
  /// The flags, which count what a rider is exposed to.
  public let flagScope: FlagScope
  /// Measures the time between two frames; stands still until the walk waits.
  public let screenClock = ManualClock("screen clock")
  /// Measures all other times; stands still until the walk waits.
  public let wallClock = ManualClock("wall clock")
  /// Records which scopes are alive.
  public let lifetimeMonitor = LifetimeMonitor()
  /// Records what reaches the ports.
  public let ports: PortRecord
  private let events = RecordedEvents()

  init(
    flags: FlagSet, overrides: FlagOverrides = FlagOverrides(), sendsEvents: Bool = false
  ) throws {
    ports = PortRecord(sendsEvents: sendsEvents)
    let definitions = flags.document.isEmpty ? .empty : try flags.definitions()
    flagScope = FlagScope(
      flags: LayeredProvider([
        FlagLevel("build", overrides: flags.decidedByBuild),
        FlagLevel("proof", overrides: overrides), FlagLevel("built-in", definitions: definitions),
      ]),
      context: EvaluationContext(targetingKey: "rider"), recorder: events,
      eventFactory: .counting())
  }

  /// The flags that the rider has been exposed to.
  nonisolated var exposed: Set<String> {
    Set(
      events.kinds.compactMap { kind in
        if case .exposure(let flag, _, _, _) = kind { flag } else { nil }
      })
  }

  /// The names of the scopes alive.
  var scopesAlive: [String] { lifetimeMonitor.scopesAlive }

  /// How many tasks wait for time to pass.
  var sleepers: Int { screenClock.sleeperCount + wallClock.sleeperCount }
}

/// The text that a rider has seen at one moment, and the flags that count as met then.
struct Encounter {
  let moment: String
  let text: String
  let exposed: Set<String>
}

/// The walk of a maker cannot be walked to its end.
struct WalkError: Error, CustomStringConvertible {
  let maker: String
  let text: String
  let shown: String
  var isUnwanted = false

  var description: String {
    "\(maker) \(isUnwanted ? "still" : "never") shows '\(text)'. It shows:\n\(shown)"
  }
}

/// Fewer tasks wait for time to pass than a step awaits.
struct WaitingError: Error, CustomStringConvertible {
  let maker: String
  let awaited, found: Int

  var description: String {
    "\(maker): \(found) tasks instead of \(awaited) wait for time to pass."
  }
}

/// Lets other tasks run until a condition holds; returns whether it does.
@MainActor
func runOthers(until condition: () -> Bool) async -> Bool {
  try? await eventually("a condition", condition)
  return condition()
}

/// Lets what was begun come to its end.
@MainActor
func settle() async {
  await WaitBound.$rounds.withValue(2) { _ = await runOthers { false } }
}
