public import Commands

/// What the commands about places and the rider's location work with; no session is needed.
public protocol PlacesContext: ConsoleContext {
  /// Returns the places, ranked as the flags of the rider or of this installation say.
  @MainActor func places() async -> Places
}
