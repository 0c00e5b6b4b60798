public import Core
public import FeatureFlags

/// The dependencies of Auth.
public protocol AuthDependencies: Sendable {
  var cloudClient: CloudClient { get }
  /// The flags of this installation.
  var flagScope: FlagScope { get }
  /// The path of the file in which the session is kept, where it is kept in a file; it ends in
  /// `.json`.
  var userSessionFile: String { get }
}
