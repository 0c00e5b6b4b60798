public import Commands

/// The context of the sharing commands.
public protocol SharingContext: ConsoleContext {
  /// Opens the sharing scope of the rider who is signed in.
  ///
  /// - Throws: A `Problem` when no rider is signed in.
  @MainActor func sharingContainer() async throws -> SharingContainer
}
