import Core

@testable import SignedIn

extension SignedInContainer {
  /// Signs out as the rider does on the profile.
  @MainActor
  func signOut() async throws -> SignOutOutcome {
    try await makeProfileViewModel().signOut().get()
  }
}
