public import Composition
public import FeatureFlags
public import Terminal

/// What the feature asks of the scope around it.
public protocol GreeterDependencies: Sendable {
  var flagScope: FlagScope { get }
  var lifetimeMonitor: LifetimeMonitor { get }
  var visitors: any VisitorBook { get }
}

/// Remembers who was greeted.
public protocol VisitorBook: Sendable {
  func enter(_ name: String)
}

/// The scenes of the feature.
public enum GreeterScene: Hashable, Sendable {
  /// One person, who is greeted when a key is pressed.
  case greeting(name: String)
}

/// The scope of the feature: makes its screens.
public struct GreeterContainer: Sendable {
  private let dependencies: any GreeterDependencies
  private let lifetimeProbe: LifetimeProbe

  public init(dependencies: any GreeterDependencies) {
    self.dependencies = dependencies
    lifetimeProbe = LifetimeProbe("greeter", in: dependencies.lifetimeMonitor)
  }
}

extension GreeterContainer: SceneContainer {
  public func makeScreen(
    for scene: GreeterScene, navigator: Navigator
  ) -> any NavigableScreen {
    switch scene {
    case .greeting(let name):
      let flagScope = dependencies.flagScope
      return GreetingScreen(name: name, visitors: dependencies.visitors, navigator: navigator) {
        salutation.make(in: flagScope)
      }
    }
  }
}

/// How somebody is greeted: two values of a flag, so a running program can change it.
public let salutation = Substitution(
  flag: "salutation", default: "plain", { "Hello" }, alternatives: ["loud": { "HELLO" }])

extension FlagSet {
  /// The flags of the feature.
  public static let greeter = FlagSet(
    document: Array(
      """
      {"flags": {"salutation": {"state": "ENABLED", "defaultVariant": "plain",
        "variants": {"plain": "plain", "loud": "loud"}}}}
      """.utf8),
    substitutions: [salutation])
}
