extension Task where Failure == any Error {
  /// The task's value; when the test that waits for it is cancelled, for example by a time limit,
  /// so is the task, and the test does not hang.
  public var outcome: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}
