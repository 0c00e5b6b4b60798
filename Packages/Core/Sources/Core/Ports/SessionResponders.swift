/// Told by a signed-out scope that a rider has signed in; implemented above it.
@MainActor
public protocol SignedInResponder: AnyObject {
  /// Leaves the signed-out scope for the one of this session.
  func signedIn(to session: UserSession)
}

/// Is called without a session: at launch, or after a sign-out; implemented by the parent scope.
@MainActor
public protocol NotSignedInResponder: AnyObject {
  /// Leaves the signed-in scope, if there is one, for the signed-out one.
  func notSignedIn()
}
