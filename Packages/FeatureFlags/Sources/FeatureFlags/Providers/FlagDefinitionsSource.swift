/// A source of flag definitions, which may change while the program runs.
public protocol FlagDefinitionsSource: Sendable {
  /// The current definitions.
  var definitions: FlagDefinitions { get }
}

extension FlagDefinitions: FlagDefinitionsSource {
  /// The definitions themselves, which never change.
  public var definitions: FlagDefinitions { self }
}
