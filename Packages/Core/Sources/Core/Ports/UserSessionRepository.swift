public import Basics

/// The current session and its changes. Implemented by Auth; used by Onboarding and SignedIn.
public protocol UserSessionRepository: Sendable {
  /// Returns the stored session, or `nil` without one.
  func readUserSession() async throws(FileError) -> UserSession?

  /// Opens an account and a session; returns only after the session is stored.
  func signUp(_ account: NewAccount) async throws(AuthError) -> UserSession

  /// Opens a session; returns only after it is stored.
  func signIn(with credentials: Credentials) async throws(AuthError) -> UserSession

  /// Deletes the stored session and revokes it in the cloud, where that can be reached.
  func signOut(_ session: UserSession) async throws(FileError) -> SignOutOutcome

  /// Revokes all of the rider's sessions in the cloud, then deletes the stored one; it is kept if
  /// that fails, so that the rider can try again.
  func signOutEverywhere(_ session: UserSession) async throws(AuthError)

  /// Replaces the rider's profile in the cloud; returns the session with it, after that is stored.
  func changeProfile(
    _ change: ProfileChange, of session: UserSession
  ) async throws(AuthError) -> UserSession

  /// Replaces a password with an operator's code, and opens and stores a session.
  func resetPassword(_ reset: PasswordReset) async throws(AuthError) -> UserSession

  /// Deletes the rider's account in the cloud, then the stored session.
  func deleteAccount(_ deletion: AccountDeletion, of session: UserSession) async throws(AuthError)
}

/// An error of a sign-in, a sign-up or a sign-out.
public enum AuthError: Error, Equatable {
  /// The cloud returned an error, or was not reached.
  case cloud(CloudError)
  /// The session was opened, but could not be stored; it was revoked again. After the end of all
  /// sessions: the stored one could not be deleted.
  case sessionStore(FileError)
}

/// The result of a sign-out.
public enum SignOutOutcome: Equatable, Sendable {
  /// Deleted here and revoked in the cloud.
  case revoked
  /// Deleted here; the cloud does not know, so the token stays valid there until it expires.
  case deletedOnly(CloudError)
}

/// Receives the session when a rider has signed in; implemented above it.
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
  /// Does the same when the rider has deleted the account.
  func accountDeleted()
}

extension NotSignedInResponder {
  /// A responder that has nothing to say about it.
  public func accountDeleted() { notSignedIn() }
}
