/// Something whose flag definitions may change while the program runs.
public protocol FlagDefinitionsSource: Sendable {
  /// The definitions at this moment.
  var definitions: FlagDefinitions { get }
}

extension FlagDefinitions: FlagDefinitionsSource {
  /// The definitions themselves, which never change.
  public var definitions: FlagDefinitions { self }
}
