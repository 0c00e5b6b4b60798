/// A command has printed its result, but not everything that was asked for was done; status 1.
public struct IncompleteResult: Error {
  /// Creates the error.
  public init() {}
}
