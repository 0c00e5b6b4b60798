public import FeatureFlags

extension FlagSet {
  /// The flags of who is signed in.
  public static let auth = FlagSet(
    document: PackageResources.auth_flags_json, substitutions: [userSessionStoreKind])
}

/// Where the session is kept between two runs.
let userSessionStoreKind = Substitution<UserSessionStoreKind>(
  flag: "user-session-store", default: "file", product: .file, alternatives: ["memory": .memory])

/// The kinds of store.
enum UserSessionStoreKind {
  /// A file that only its owner may read.
  case file
  /// The memory of this process; no rider is signed in after it ends.
  case memory
}
