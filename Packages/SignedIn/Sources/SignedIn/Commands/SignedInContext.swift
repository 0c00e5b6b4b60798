public import Commands

/// What the commands of a signed-in rider work with.
public protocol SignedInContext: ConsoleContext {
  /// Opens the scope of the rider who is signed in.
  ///
  /// - Throws: A `Problem` when no rider is signed in.
  @MainActor func signedInContainer() async throws -> SignedInContainer
}
