public import Commands

/// The context of the commands of a signed-in rider.
public protocol SignedInContext: ConsoleContext {
  /// Opens the scope of the rider who is signed in.
  ///
  /// - Throws: A `Problem` when no rider is signed in.
  @MainActor func signedInContainer() async throws -> SignedInContainer

  /// The way of rides on which links open screens; `nil` for a command.
  var rideFlow: RideFlow? { get }
}
