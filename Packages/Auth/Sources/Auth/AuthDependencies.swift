public import Core

/// What Auth needs from the app.
public protocol AuthDependencies: Sendable {
  var cloudClient: CloudClient { get }
  /// Where the session is kept between two runs.
  var userSessionStorage: UserSessionStorage { get }
}

/// The choices of where a session is kept.
///
/// A build with the trait `FileBasedUserSessionStore` keeps it in a file, whatever is chosen.
public struct UserSessionStorage: Equatable, Sendable {
  /// The kinds of store.
  public enum Kind: String, Sendable {
    /// A file that only its owner may read.
    case file
    /// The memory of this process; nobody is signed in after it ends.
    case memory
  }

  public let kind: Kind
  /// The file of the file store, which ends in `.json`.
  public let path: String

  /// Chooses where the session is kept.
  public init(kind: Kind, path: String) {
    self.kind = kind
    self.path = path
  }
}
