import Console
import Core
import RideUI
import Terminal

private let limit = Option(
  "limit", kind: .range(1...Core.PageRequest.largestLimit), default: 20,
  help: "The most rides to list.")

extension Command where Context: SignedInContext {
  static var rideHistory: Command {
    Command(
      "history", summary: "List your rides, newest first.",
      examples: [CommandExample("koober ride history --limit 5", "List the last five.")],
      parameters: [limit]
    ) { values, context in
      let rideRemoteAPI = try await context.signedInContainer().makeRideRemoteAPI()
      let rides = try await context.showingActivity("Asking for your rides") { _ in
        try await rideRemoteAPI.rideHistory(
          limit: min(values[limit] + 1, Core.PageRequest.largestLimit))
      }
      let shown = Array(rides.prefix(values[limit]))
      try context.print(["rides": shown]) {
        try context.terminal.write(
          Table(
            rides: shown, named: context.console.names(of: shown.map(\.id)),
            [
              .requested, .dropoff(priority: 3), .state(priority: 4), .option,
              .fare("Price", priority: 2),
            ]))
        if rides.isEmpty { try context.note("You have had no rides yet.") }
        if rides.count > shown.count {
          try context.note("These are the newest; there are older ones, see --limit.")
        }
      }
    }
  }
}
