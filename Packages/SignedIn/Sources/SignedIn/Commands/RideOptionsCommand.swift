import Commands
import Core
import FeatureFlags
import Terminal

extension Command where Context: SignedInContext {
  /// The kinds of ride for a trip.
  static func rideOptions(completing places: Completion) -> Command {
    let trip = TripOptions(completing: places)
    return Command(
      "options", summary: "List the kinds of ride for a trip, with price and time until pick-up.",
      examples: [CommandExample("koober ride options --to 'Opera House'", "List them.")],
      parameters: [trip.to, trip.from]
    ) { values, context in
      let container = try await context.signedInContainer()
      let outcome = try await context.showingActivity("Looking for rides") { _ in
        try await container.rideOptions(to: values[trip.to], from: values[trip.from])
      }
      try context.print(outcome) {
        let layout = rideOptionsLayout.make(in: container.flagScope)
        try context.terminal.write(
          layout.text(for: outcome.options, capabilities: context.terminal.capabilities))
      }
    }
  }
}
