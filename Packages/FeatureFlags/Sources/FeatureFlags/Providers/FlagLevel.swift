/// One of several places that flags come from.
public struct FlagLevel: Sendable {
  public enum Content: Sendable {
    case overrides(FlagOverrides)
    /// Definitions, which may change while the program runs.
    case definitions(any FlagDefinitionsSource)
  }

  /// The level's name in explanations, such as "--flag" or "built-in".
  public let name: String
  public let content: Content

  public init(_ name: String, overrides: FlagOverrides) {
    self.name = name
    content = .overrides(overrides)
  }

  public init(_ name: String, definitions: any FlagDefinitionsSource) {
    self.name = name
    content = .definitions(definitions)
  }

  /// The current definitions; `nil` for overrides.
  var definitions: FlagDefinitions? {
    guard case .definitions(let source) = content else { return nil }
    return source.definitions
  }

  /// The current state of this level, with a fixed clock.
  func frozen(at seconds: Int) -> FlagLevel {
    guard let definitions else { return self }
    return FlagLevel(name, definitions: definitions.with(clock: .fixed(at: seconds)))
  }
}

/// A source of flag definitions, which may change while the program runs.
public protocol FlagDefinitionsSource: Sendable {
  var definitions: FlagDefinitions { get }
}
