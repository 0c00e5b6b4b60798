import Console
import RideUI
import Core
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
          table(of: shown, named: context.console.names(of: shown.map(\.id))))
        if rides.isEmpty { try context.note("You have had no rides yet.") }
        if rides.count > shown.count {
          try context.note("These are the newest; there are older ones, see --limit.")
        }
      }
    }
  }

  private static func table(of rides: [Ride], named names: [String]) -> Table {
    Table(
      columns: [
        Table.Column("Requested", priority: 1, isWhole: true),
        Table.Column("To", priority: 3, minimumWidth: 10),
        Table.Column("State", priority: 4, isWhole: true), Table.Column("Option"),
        Table.Column("Price", alignment: .trailing, priority: 2),
        Table.Column("Ride", priority: 5, isWhole: true),
      ],
      rows: zip(rides, names).map { ride, name in
        let text = RideText(ride)
        return [
          Styled(Formatters.time(ride.requestedAt)), Styled(ride.dropoff.description), text.state,
          text.option, text.fare, Styled(name),
        ]
      })
  }
}
