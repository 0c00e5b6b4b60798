import Synchronization

/// The title and progress of a long operation, updated while it runs.
public final class Activity: Sendable {
  /// The unit of the count.
  public enum Unit: Sendable, Equatable {
    case bytes
    /// Things, by their plural: `"places"`.
    case items(String)
  }

  struct State {
    var title: String
    var completed = 0
    var total: Int?
    var unit: Unit?
  }

  private let state: Mutex<State>

  init(title: String) {
    state = Mutex(State(title: SanitizedText.clean(title)))
  }

  /// Says how much is done; without a total no percentage is shown.
  public func report(_ completed: Int, of total: Int? = nil, _ unit: Unit) {
    state.withLock { state in
      state.completed = max(0, completed)
      state.total = total
      state.unit = unit
    }
  }

  var current: State { state.withLock { $0 } }
}

/// The line that shows an activity.
struct ActivityLine {
  let state: Activity.State
  let elapsed: Duration

  /// The title and the progress: `Importing places  40%  4000 of 10000 places  2000/s`.
  var text: String {
    guard let unit = state.unit else { return state.title }
    var parts = [state.title]
    if let percentage { parts.append("\(percentage)%") }
    let total = state.total.map { " of \(Self.amount($0, unit))" } ?? ""
    switch unit {
    case .bytes: parts.append(Self.amount(state.completed, unit) + total)
    case .items(let plural):
      parts.append("\(state.completed)\(total) \(SanitizedText.clean(plural))")
    }
    if let rate { parts.append("\(Self.amount(rate, unit))/s") }
    return parts.joined(separator: "  ")
  }

  private var percentage: Int? {
    guard let total = state.total, total > 0 else { return nil }
    return Int(min(100, Double(state.completed) / Double(total) * 100))
  }

  /// The rate per second so far; `nil` in the first tenth of a second.
  private var rate: Int? {
    let seconds = elapsed / .seconds(1)
    guard seconds >= 0.1 else { return nil }
    return Int(min(1e15, Double(state.completed) / seconds))
  }

  /// Bytes in units of 1024, as IEC 80000-13 names them; other things as a number.
  static func amount(_ count: Int, _ unit: Activity.Unit) -> String {
    guard unit == .bytes else { return String(count) }
    let units = ["B", "KiB", "MiB", "GiB", "TiB"]
    guard count >= 1024 else { return "\(count) B" }
    var amount = Double(count)
    var index = 0
    while amount >= 1024, index < units.count - 1 {
      amount /= 1024
      index += 1
    }
    let tenths = Int(amount * 10)
    return "\(tenths / 10).\(tenths % 10) \(units[index])"
  }
}

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
    let result: Swift.Result<Result, Failure>
    do {
      result = .success(try await operation(activity))
    } catch {
      result = .failure(error)
    }
    drawing.cancel()
    await drawing.value
    return try result.get()
  }
}
