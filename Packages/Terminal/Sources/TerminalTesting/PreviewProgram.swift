public import Terminal

/// A program that shows a feature alone.
public enum PreviewProgram {
  /// Shows the feature on the terminal that the process was started with; returns the exit status.
  ///
  /// - Parameter environment: The variables of the process.
  @MainActor
  public static func run(
    _ environment: [String: String], _ show: (SystemTerminal) async throws -> Void
  ) async -> Int32 {
    let terminal = SystemTerminal(
      environment: environment, accessibleVariable: "KOOBER_ACCESSIBLE")
    do {
      try await show(terminal)
      return 0
    } catch PromptError.interrupted {
      return 130
    } catch {
      // When even the error stream cannot be written, the exit status is all that is left.
      try? terminal.writeErrorLine("\("error:", .error) \(String(describing: error))")
      return 1
    }
  }
}
