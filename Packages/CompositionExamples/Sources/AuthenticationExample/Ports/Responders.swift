/// Is told that a rider is signed in.
@MainActor
public protocol SignedInResponder: AnyObject {
  /// Opens the signed-in part with the rider's session.
  func signedIn(to session: UserSession)
}

/// Receives the end of a session, or that there is none.
@MainActor
public protocol NotSignedInResponder: AnyObject {
  /// Opens the signed-out part.
  func notSignedIn()
}
