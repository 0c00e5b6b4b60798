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

  /// The forms in which a session is written.
  public enum Coding: String, Sendable {
    case propertyList, json
  }

  public let kind: Kind
  public let coding: Coding
  /// The file of the file store.
  public let path: String

  /// Chooses where and how the session is kept.
  public init(kind: Kind, coding: Coding, path: String) {
    self.kind = kind
    self.coding = coding
    self.path = path
  }
}
