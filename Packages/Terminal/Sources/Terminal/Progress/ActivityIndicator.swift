/// Shows an activity on the standard error until it is cancelled, and removes what it drew.
struct ActivityIndicator<C: Clock> where C.Duration == Duration {
  /// Work that is shorter shows nothing.
  private static var delay: Duration { .milliseconds(100) }

  /// Goes to the beginning of the line and removes it.
  ///
  /// Source: ECMA-48, 8.3.15 and 8.3.41.
  static var removal: String { "\r\u{1B}[K" }

  let activity: Activity
  let interruption: String?
  let terminal: any Terminal
  let clock: C

  /// Draws until the task is cancelled.
  func run() async {
    let start = clock.now
    // The only error of a sleep is the cancellation that ends the drawing.
    guard (try? await clock.sleep(for: Self.delay)) != nil else { return }
    // An error stream that cannot be written must not make the work itself fail.
    if terminal.capabilities.isAccessible || !terminal.capabilities.canMoveCursor {
      let ellipsis = terminal.capabilities.isUnicode ? "…" : "..."
      try? terminal.writeError("\(activity.current.title)\(ellipsis)\n")
    } else {
      terminal.markErrorLine(isTemporary: true, interruption: interruption)
      await animate(since: start)
      try? terminal.writeError(Self.removal)
      terminal.markErrorLine(isTemporary: false, interruption: nil)
    }
  }

  private func animate(since start: C.Instant) async {
    var spinner = Spinner()
    repeat {
      draw(spinner, elapsed: start.duration(to: clock.now))
      spinner.advance()
    } while (try? await clock.sleep(for: Spinner.interval)) != nil
  }

  private func draw(_ spinner: Spinner, elapsed: Duration) {
    let capabilities = terminal.capabilities
    let text = ActivityLine(state: activity.current, elapsed: elapsed).text
    let line: Styled = "\(spinner.line(isUnicode: capabilities.isUnicode)) \(text)"
    // The last column stays empty: a full row would make the terminal go to the next one.
    let fitted = line.truncated(
      to: capabilities.size.columns - 1, isUnicode: capabilities.isUnicode)
    try? terminal.writeError(Self.removal + fitted.rendered(capabilities.errorColor))
  }
}

extension Terminal {
  /// Runs an operation and, if it takes longer than 100 ms and the standard error is a terminal,
  /// shows there that it runs; nothing of it is left when the operation ends.
  ///
  /// The operation must not write to the terminal itself.
  ///
  /// - Parameters:
  ///   - title: The activity, for example `"Asking the cloud"`.
  ///   - clock: Measures the time until something is shown and between two frames.
  ///   - isQuiet: Whether to show nothing.
  ///   - interruption: The text that Ctrl-C leaves behind: a sentence of at most 256 bytes.
  ///   - operation: The operation; it can change what is shown.
  public func showingActivity<Result, Failure: Error, C: Clock>(
    _ title: String, clock: C, isQuiet: Bool = false, interruption: String? = nil,
    operation: (Activity) async throws(Failure) -> Result
  ) async throws(Failure) -> Result where C.Duration == Duration {
    let activity = Activity(title: title)
    guard capabilities.errorIsTerminal, !isQuiet else { return try await operation(activity) }
    let indicator = ActivityIndicator(
      activity: activity, interruption: interruption, terminal: self, clock: clock)
    let drawing = Task { @concurrent in await indicator.run() }
    do {
      let result = try await operation(activity)
      drawing.cancel()
      await drawing.value
      return result
    } catch {
      drawing.cancel()
      await drawing.value
      throw error
    }
  }
}
