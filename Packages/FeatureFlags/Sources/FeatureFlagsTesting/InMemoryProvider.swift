public import FeatureFlags
import Synchronization

/// A source of definitions that a test replaces.
public final class InMemoryProvider: FeatureProvider, FlagDefinitionsSource {
  private let current: Mutex<FlagDefinitions>

  /// Creates a provider of the given definitions.
  public init(_ definitions: FlagDefinitions = .empty) {
    current = Mutex(definitions)
  }

  public var definitions: FlagDefinitions { current.withLock { $0 } }

  /// Replaces the definitions; evaluations that are under way still use the old ones.
  public func replace(with definitions: FlagDefinitions) {
    current.withLock { $0 = definitions }
  }

  /// The answer of the current definitions.
  public func resolve(
    _ key: String, as type: FlagType, context: EvaluationContext
  ) -> FlagResolution {
    definitions.resolve(key, as: type, context: context)
  }
}
