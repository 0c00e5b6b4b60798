import BasicsTesting

extension Task {
  /// The task's value; a task that does not end within the rounds for programs is cancelled.
  public var outcome: Success {
    get async throws {
      do {
        return try await bounded("the end of a task", rounds: WaitBound.roundsForPrograms) {
          try await value
        }
      } catch {
        cancel()
        throw error
      }
    }
  }
}
