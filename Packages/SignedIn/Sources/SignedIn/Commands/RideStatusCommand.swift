import Commands
import Core
import Terminal

private let watch = Flag("watch", help: "Keep showing it until it has ended.")

extension Command where Context: SignedInContext {
  /// How far a ride has come.
  static func rideStatus(_ rideID: Argument<String?>) -> Command {
    Command(
      "status", summary: "Show a ride.",
      discussion: """
        With --watch the ride is redrawn on a terminal; in a pipe there is a line for each change \
        of its state, with --json one document a line.
        """,
      examples: [
        CommandExample("koober ride status", "Show your current ride."),
        CommandExample("koober ride status --watch", "Watch your current ride."),
      ],
      parameters: [rideID, watch]
    ) { values, context in
      let container = try await context.signedInContainer()
      let id = values[rideID].map { Identifier<Ride>($0) }
      guard values[watch] else {
        let ride = try await context.showingActivity("Asking for the ride") { _ in
          try await container.makeRideRemoteAPI().ride(named: id)
        }
        return try context.print(ride: ride)
      }
      try await context.follow(id, in: container)
    }
  }
}

extension SignedInContext {
  @MainActor
  fileprivate func follow(_ id: Identifier<Ride>?, in container: SignedInContainer) async throws {
    var region = LiveRegion(terminal: terminal)
    var shownState: RideState?
    try await container.followRide(id) { ride in
      let isRedrawing = console.format == .text && region.isRedrawing
      guard isRedrawing || ride.state != shownState else { return }
      shownState = ride.state
      let text = RideText(ride)
      switch console.format {
      case .json: try printLine(["ride": ride])
      case .text where isRedrawing:
        try region.draw(text.record.lines(columns: terminal.capabilities.size.columns))
      case .text: try region.draw([text.summary])
      }
    }
  }
}
