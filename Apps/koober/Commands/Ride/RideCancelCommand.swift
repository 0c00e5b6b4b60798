import Commands
import Core
import SignedIn
import Terminal

/// Calling a ride off.
enum RideCancelCommand {
  private static let yes = Flag("yes", short: "y", help: "Do not ask before cancelling.")

  static let cancel = Command<CommandContext>(
    "cancel", summary: "Cancel a ride, until you are in the car.",
    examples: [CommandExample("koober ride cancel --yes", "Cancel your current ride.")],
    parameters: [RideCommands.rideID, yes]
  ) { values, context in
    if !values[yes] { try context.requireTerminal(orPass: "--yes") }
    let scope = try await context.signedInScope()
    let id = values[RideCommands.rideID].map { Identifier<Ride>($0) }
    let ride = try await scope.signedIn.cancelRide(id) { ride in
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
