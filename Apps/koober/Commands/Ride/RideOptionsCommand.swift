import Commands
import Core
import SignedIn
import Terminal

/// The kinds of ride for a trip.
enum RideOptionsCommand {
  static func options(completing places: Completion) -> Command<CommandContext> {
    Command(
      "options", summary: "List the kinds of ride for a trip, with price and time until pick-up.",
      examples: [CommandExample("koober ride options --to 'Opera House'", "List them.")],
      parameters: [
        RideCommands.to(completing: places), RideCommands.from(completing: places),
      ]
    ) { values, context in
      let scope = try await context.signedInScope()
      let outcome = try await context.showingActivity("Looking for rides") { _ in
        try await scope.signedIn.rideOptions(
          to: values[RideCommands.to()], from: values[RideCommands.from()])
      }
      try context.print(RideOptionsDocument(outcome)) {
        try context.terminal.write(
          scope.rider.rideOptionsLayout.text(
            for: outcome.options, capabilities: context.terminal.capabilities))
      }
    }
  }
}

private struct RideOptionsDocument: Encodable {
  let pickup: Waypoint
  let dropoff: Waypoint
  let options: [RideOption]

  init(_ outcome: RideOptionsOutcome) {
    pickup = outcome.pickup
    dropoff = outcome.dropoff
    options = outcome.options
  }
}
