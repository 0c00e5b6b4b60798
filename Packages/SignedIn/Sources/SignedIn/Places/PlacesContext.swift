public import Commands

/// The context of the commands about places and the rider's location; no session is needed.
public protocol PlacesContext: ConsoleContext {
  /// Returns the places, ranked as the flags of the rider or of this installation say.
  @MainActor func places() async -> Places
}
