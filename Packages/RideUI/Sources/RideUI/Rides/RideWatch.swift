public import Console
public import Core
public import Terminal

/// Shows a ride as it moves: redrawn on a terminal; in a pipe, and as JSON, once for each of its states.
///
/// While the cloud does not answer the last known ride stays, and it is said once since when.
@MainActor public final class RideWatch<Context: ScreenContext> {
  private let context: Context
  private let wallClock: any WallClock
  private var region: LiveRegion
  private let silence: SilenceStatus?
  private var lines: [Styled] = []
  private var shownState: RideState?
  private var outage = Outage()

  /// Shows rides on the console of a command; the clock measures how long the cloud does not answer.
  public init(_ context: Context, wallClock: any WallClock) {
    (self.context, self.wallClock) = (context, wallClock)
    region = LiveRegion(terminal: context.terminal)
    silence = context.makeNavigator().statusProvider(SilenceStatus.self)
  }

  /// Follows whether the cloud answers while an operation shows the ride.
  public func run(_ operation: @MainActor () async throws -> Void) async throws {
    guard let silence else { return try await operation() }
    let following = Task {
      // A closed standard error ends nothing.
      await silence.follow { [self] news in
        try? isRedrawing ? draw() : context.note(Styled(news))
      }
    }
    defer { following.cancel() }
    try await operation()
  }

  /// Bears a failure that may pass: on a terminal, where the rider can leave, as long as it lasts;
  /// elsewhere for a minute.
  public func bear(_ failure: CloudError) throws(CloudError) {
    if isRedrawing { outage.end() }
    try outage.bear(failure, at: wallClock.steadyNow)
  }

  /// Shows the ride as it is now.
  ///
  /// - Parameters:
  ///   - ride: The ride, of which each state is printed once.
  ///   - document: What is printed as JSON.
  ///   - lines: What a terminal shows.
  ///   - line: The ride in one line, for a pipe.
  public func show(
    _ ride: Ride, as document: some Encodable, lines: @autoclosure () -> [Styled],
    line: @autoclosure () -> Styled
  ) throws {
    outage.end()
    guard isRedrawing || ride.state != shownState else { return }
    shownState = ride.state
    if context.console.format == .json { return try context.printLine(document) }
    guard isRedrawing else { return try region.draw([line()]) }
    self.lines = lines()
    try draw()
  }

  private var isRedrawing: Bool { context.console.format == .text && region.isRedrawing }

  private func draw() throws { try region.draw(lines + [silence?.status].compactMap { $0 }) }
}
