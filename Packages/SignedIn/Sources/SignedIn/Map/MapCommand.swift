import Console
import Core
import RideUI
public import Terminal

extension Command where Context: SignedInContext {
  /// The map of a trip or of the current ride.
  public static func map(completing places: Completion) -> Command {
    let to = Option<PlaceReference?>(
      "to", kind: .place(completing: places), help: "Where to go: a name, an id or LAT,LON.")
    let from = TripOptions(completing: places).from
    return Command(
      "map", summary: "Show the cars around you, a trip, or your current ride on a map.",
      discussion: """
        Without --from and --to your current ride is shown, if there is one. On a terminal the \
        map moves until you press q; in a pipe what it shows is printed once, in words.
        """,
      examples: [
        CommandExample("koober map", "Look at the cars around you, or at your ride."),
        CommandExample("koober map --to 'Opera House'", "Look at a trip."),
      ],
      parameters: [from, to]
    ) { values, context in
      let container = try await context.signedInContainer()
      let model = try await context.showingActivity("Asking for the map") { _ in
        try await container.makeMapViewModel(from: values[from], to: values[to])
      }
      guard context.canShowPictures else {
        let map = await model.snapshot
        if context.console.format == .text { await model.tiles.load(around: map.points) }
        let facts = await model.facts
        let document = MapDocument(
          pickup: map.pickup, dropoff: OrNull(map.dropoff), cars: map.cars, route: map.route,
          ride: OrNull(map.ride))
        return try context.print(document) {
          for fact in facts { try context.terminal.writeLine(fact) }
        }
      }
      let destination = await container.makeDestination(.map(model.snapshot), for: nil)
      _ = try await destination.run(in: context.makeNavigator(), on: context.terminal)
    }
  }
}

private struct MapDocument: Encodable {
  let pickup: Waypoint
  let dropoff: OrNull<Waypoint>
  let cars: [NearbyCar]
  let route: [Location]
  let ride: OrNull<Ride>
}
