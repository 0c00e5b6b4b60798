/// One of several places that flags come from.
public struct FlagLevel: Sendable {
  /// The content of a level.
  public enum Content: Sendable {
    /// Variants chosen by name.
    case overrides(FlagOverrides)
    /// Definitions, which may change while the program runs.
    case definitions(any FlagDefinitionsSource)
  }

  /// The level's name in explanations, such as "--flag" or "built-in".
  public let name: String
  public let content: Content

  /// Creates a level of variants chosen by name.
  public init(_ name: String, overrides: FlagOverrides) {
    self.name = name
    content = .overrides(overrides)
  }

  public init(_ name: String, definitions: any FlagDefinitionsSource) {
    self.name = name
    content = .definitions(definitions)
  }

  /// The current state of this level, with a fixed clock.
  func frozen(at seconds: Int) -> FlagLevel {
    guard case .definitions(let source) = content else { return self }
    return FlagLevel(name, definitions: source.definitions.with(clock: .fixed(at: seconds)))
  }
}

/// A source of flag definitions, which may change while the program runs.
public protocol FlagDefinitionsSource: Sendable {
  /// The current definitions.
  var definitions: FlagDefinitions { get }
}

extension FlagDefinitions: FlagDefinitionsSource {
  /// The definitions themselves, which never change.
  public var definitions: FlagDefinitions { self }
}
