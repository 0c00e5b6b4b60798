import Commands
import Core
import SignedIn
import Terminal

/// How far a ride has come.
enum RideStatusCommand {
  private static let watch = Flag("watch", help: "Keep showing it until it has ended.")

  static let status = Command<CommandContext>(
    "status", summary: "Show a ride.",
    discussion: """
      With --watch the ride is redrawn on a terminal; in a pipe there is a line for each change of \
      its state, with --json one document a line.
      """,
    examples: [
      CommandExample("koober ride status", "Show your current ride."),
      CommandExample("koober ride status --watch", "Watch your current ride."),
    ],
    parameters: [RideCommands.rideID, watch]
  ) { values, context in
    let scope = try await context.signedInScope()
    let id = values[RideCommands.rideID].map { Identifier<Ride>($0) }
    guard values[watch] else {
      let ride = try await context.showingActivity("Asking for the ride") { _ in
        try await scope.signedIn.ride(id)
      }
      return try context.print(ride: ride)
    }
    try await follow(id, scope: scope.signedIn, context: context)
  }

  @MainActor
  private static func follow(
    _ id: Identifier<Ride>?, scope: SignedInContainer, context: CommandContext
  ) async throws {
    var region = LiveRegion(terminal: context.terminal)
    var shownState: RideState?
    try await scope.followRide(id) { ride in
      let isRedrawing = context.options.output == .text && region.isRedrawing
      guard isRedrawing || ride.state != shownState else { return }
      shownState = ride.state
      switch context.options.output {
      case .json: try context.printLine(RideDocument(ride: ride))
      case .text where isRedrawing:
        try region.draw(
          RideText(ride).record.lines(columns: context.terminal.capabilities.size.columns))
      case .text: try region.draw([RideText(ride).summary])
      }
    }
  }
}
