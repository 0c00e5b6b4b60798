/// Definitions that the program itself replaces, such as those that it got from a server.
public final class InMemoryProvider: FeatureProvider, FlagDefinitionsSource {
  private let snapshot: AtomicSnapshot<FlagDefinitions>

  /// Creates a provider of the given definitions.
  public init(_ definitions: FlagDefinitions = .empty) {
    snapshot = AtomicSnapshot(definitions)
  }

  /// The provider's name in messages.
  public var name: String { "in memory" }

  /// The definitions at this moment.
  public var definitions: FlagDefinitions { snapshot.value }

  /// Replaces the definitions; evaluations that are under way still use the old ones.
  public func replace(with definitions: FlagDefinitions) {
    snapshot.replace(with: definitions)
  }

  /// The answer of the current definitions.
  public func resolve(
    _ key: String, as type: FlagType, context: EvaluationContext
  ) -> FlagResolution {
    definitions.resolve(key, as: type, context: context)
  }
}
