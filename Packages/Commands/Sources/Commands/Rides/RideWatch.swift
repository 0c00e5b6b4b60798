public import Core
public import Terminal

/// Shows a ride as it moves: redrawn on a terminal; in a pipe, and as JSON, once for each of its states.
public struct RideWatch<Context: ConsoleContext> {
  private let context: Context
  private var region: LiveRegion
  private var shownState: RideState?

  public init(_ context: Context) {
    self.context = context
    region = LiveRegion(terminal: context.terminal)
  }

  /// Says that the ride has to be asked for, and why, or that it need not any more.
  ///
  /// - Parameter reason: Ends a sentence.
  public mutating func note(notLive reason: String?) {
    // The ride is drawn anew below the note. A closed standard error ends nothing.
    try? region.clear()
    try? context.note(
      reason.map { "The ride is asked for every second: \($0)." } ?? "The ride is told live again.")
  }

  /// Shows the ride as it is now.
  ///
  /// - Parameters:
  ///   - ride: The ride, of which each state is printed once.
  ///   - document: What is printed as JSON.
  ///   - lines: What a terminal shows.
  ///   - line: The ride in one line, for a pipe.
  public mutating func show(
    _ ride: Ride, as document: some Encodable, lines: @autoclosure () -> [Styled],
    line: @autoclosure () -> Styled
  ) throws {
    let isRedrawing = context.console.format == .text && region.isRedrawing
    guard isRedrawing || ride.state != shownState else { return }
    shownState = ride.state
    switch context.console.format {
    case .json: try context.printLine(document)
    case .text: try region.draw(isRedrawing ? lines() : [line()])
    }
  }
}
