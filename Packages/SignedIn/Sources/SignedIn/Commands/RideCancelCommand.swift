import Commands
import Core
import Terminal

private let yes = Flag("yes", short: "y", help: "Do not ask before cancelling.")

extension Command where Context: SignedInContext {
  /// Calling a ride off.
  static func rideCancel(_ rideID: Argument<String?>) -> Command {
    Command(
      "cancel", summary: "Cancel a ride, until you are in the car.",
      examples: [CommandExample("koober ride cancel --yes", "Cancel your current ride.")],
      parameters: [rideID, yes]
    ) { values, context in
      if !values[yes] { try context.requireTerminal(orPass: "--yes") }
      let container = try await context.signedInContainer()
      let id = values[rideID].map { Identifier<Ride>($0) }
      let ride = try await container.cancelRide(id, on: context.console) { ride in
        if values[yes] { return true }
        try context.terminal.writeErrorLine(RideText(ride).summary)
        return try await context.terminal.confirm("Cancel this ride?", orPass: "--yes")
      }
      guard let ride else {
        throw Problem(
          .cancelled, code: "cancelled", message: "The ride was not cancelled.", hint: "")
      }
      try context.print(ride: ride)
    }
  }
}
