import Synchronization

/// The title and progress of a long operation, updated while it runs.
public final class Activity: Sendable {
  struct State {
    var title: String
    /// How many bytes are done, once that is known.
    var completed: Int?
    var total: Int?
  }

  private let state: Mutex<State>

  init(title: String) { state = Mutex(State(title: SanitizedText.clean(title))) }

  /// Reports how many bytes are done; without a total no percentage is shown.
  public func report(_ completed: Int, of total: Int? = nil) {
    state.withLock { ($0.completed, $0.total) = (max(0, completed), total) }
  }

  var current: State { state.withLock { $0 } }
}

extension Activity.State {
  /// The title and the progress: `Importing  50%  1.5 KiB of 3.0 KiB  1.5 KiB/s`.
  func line(elapsed: Duration) -> String {
    guard let completed else { return title }
    var parts = [title]
    if let total, total > 0 {
      parts.append("\(Int(min(100, Double(completed) / Double(total) * 100)))%")
    }
    parts.append(Self.amount(completed) + (total.map { " of \(Self.amount($0))" } ?? ""))
    let seconds = elapsed / .seconds(1)
    // The rate of the first moments says nothing.
    if seconds >= 0.1 {
      parts.append("\(Self.amount(Int(min(1e15, Double(completed) / seconds))))/s")
    }
    return parts.joined(separator: "  ")
  }

  /// Bytes in units of 1024, as IEC 80000-13 names them.
  private static func amount(_ count: Int) -> String {
    guard count >= 1024 else { return "\(count) B" }
    var amount = Double(count) / 1024
    var units = ["KiB", "MiB", "GiB", "TiB"][...]
    while amount >= 1024, units.count > 1 {
      amount /= 1024
      units.removeFirst()
    }
    let tenths = Int(amount * 10)
    return "\(tenths / 10).\(tenths % 10) \(units[units.startIndex])"
  }
}

/// Shows an activity on the standard error until it is cancelled, and removes what it drew.
struct ActivityIndicator<C: Clock> where C.Duration == Duration {
  /// Goes to the beginning of the line and removes it.
  /// Source: ECMA-48, 8.3.15 and 8.3.41.
  static var removal: String { "\r\u{1B}[K" }

  let activity: Activity
  let interruption: String?
  let terminal: any Terminal
  let clock: C

  func run() async {
    let start = clock.now
    // The only error of a sleep is the cancellation that ends the drawing; short work shows nothing.
    guard (try? await clock.sleep(for: .milliseconds(100))) != nil else { return }
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
    let text = activity.current.line(elapsed: elapsed)
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
  ///   - title: The activity, for example `"Asking the cloud"`; the operation reports its progress.
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

/// A mark that turns while something is being done.
struct Spinner: Sendable, Equatable {
  /// The time between two of its pictures.
  static let interval = Duration.milliseconds(100)
  private var step = 0

  /// Turns it by one picture.
  mutating func advance() { step &+= 1 }

  func line(isUnicode: Bool) -> Styled {
    let pictures = Array(isUnicode ? "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" : "|/-\\")
    return Styled(String(pictures[Int(step.magnitude % UInt(pictures.count))]), .accent)
  }
}
