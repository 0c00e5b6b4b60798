public import Basics
public import Core

extension SignedInContainer {
  /// Who the rider is.
  @MainActor
  public var profile: RiderProfile { makeProfileViewModel().profile }

  /// Signs out and tells the responder, which closes this scope.
  @MainActor
  public func signOut() async throws(FileError) -> SignOutOutcome {
    try await makeProfileViewModel().signOut().get()
  }

  /// Ends all sessions of the rider and tells the responder, which closes this scope.
  @MainActor
  public func signOutEverywhere() async throws(AuthError) {
    try await makeProfileViewModel().signOutEverywhere().get()
  }
}
