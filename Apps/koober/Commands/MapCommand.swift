import Commands
import Core
import SignedIn
import Terminal

/// The map of a trip or of the ride that is under way.
enum MapCommand {
  /// - Parameter places: What a shell offers where a place is wanted.
  static func map(completing places: Completion) -> Command<CommandContext> {
    let to = Option<PlaceReference?>(
      "to", kind: .place(completing: places), help: "Where to go: a name, an id or LAT,LON.")
    let from = RideCommands.from(completing: places)
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
      let scope = try await context.signedInScope()
      guard context.options.output == .text, context.canShowPictures else {
        let map = try await scope.signedIn.map(from: values[from], to: values[to])
        return try context.print(MapDocument(map)) {
          for fact in map.facts { try context.terminal.writeLine(fact) }
        }
      }
      try await show(from: values[from], to: values[to], scope: scope, on: context.terminal)
    }
  }

  @MainActor
  private static func show(
    from pickup: PlaceReference?, to dropoff: PlaceReference?, scope: SignedInScope,
    on terminal: any Terminal
  ) async throws {
    let screen = try await scope.signedIn.makeMapScreen(from: pickup, to: dropoff)
    _ = try await screen.run(on: terminal)
  }
}

extension CommandContext {
  /// Whether a screen can be drawn, nothing else is written there, and somebody can leave it.
  fileprivate var canShowPictures: Bool {
    let capabilities = terminal.capabilities
    return capabilities.inputIsTerminal && capabilities.canRedraw
      && !(options.isVerbose && capabilities.errorIsTerminal)
  }
}

private struct MapDocument: Encodable {
  let pickup: Waypoint
  let dropoff: Waypoint?
  let cars: [NearbyCar]
  let route: [Location]
  let ride: Ride?

  init(_ map: MapSnapshot) {
    pickup = map.pickup
    dropoff = map.dropoff
    cars = map.cars
    route = map.route
    ride = map.ride
  }

  private enum CodingKeys: CodingKey {
    case pickup, dropoff, cars, route, ride
  }

  /// Writes every key: what is absent is `null`, so that a reader finds the key.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(pickup, forKey: .pickup)
    try container.encode(dropoff, forKey: .dropoff)
    try container.encode(cars, forKey: .cars)
    try container.encode(route, forKey: .route)
    try container.encode(ride, forKey: .ride)
  }
}
