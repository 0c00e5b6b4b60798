import Commands
import Core
import SignedIn
import Terminal

/// Finding places and bringing new ones.
enum PlaceCommands {
  static let places = Command<CommandContext>(
    "places", summary: "Find places, or import them from a file.",
    examples: [CommandExample("koober places search opera", "Find places by name.")],
    subcommands: [search, PlaceImportCommand.importPlaces])

  private static let query = Argument<String>("QUERY", help: "The beginning of the name's words.")
  private static let near = Option<Location?>(
    "near", kind: .location, help: "Measure distances from here; from where you are without it.")
  private static let limit = Option(
    "limit", kind: .range(1...PlaceSearch.largestLimit), default: 10,
    help: "The most places to list.")

  private static let search = Command<CommandContext>(
    "search", summary: "Find places by name.",
    discussion: "Each word may be a beginning; case and accents do not matter.",
    examples: [
      CommandExample("koober places search opera --limit 3", "List three places at the most.")
    ],
    parameters: [query, near, limit]
  ) { values, context in
    var location = values[near]
    if location == nil { location = try await context.container.locator.currentLocation() }
    let near = location
    let rider = await context.riderContainer()
    let places = try await context.showingActivity("Searching") { _ in
      try await SignedInContainer.findPlaces(
        matching: values[query], near: near, limit: values[limit],
        dependencies: rider)
    }
    try context.print(PlacesDocument(places: places)) {
      try context.terminal.write(table(of: places))
      if places.isEmpty { try context.note("No place matches '\(values[query])'.") }
    }
  }

  private static func table(of places: [Place]) -> Table {
    Table(
      columns: [
        Table.Column("Name", priority: 2), Table.Column("Distance", alignment: .trailing),
        Table.Column("Location"), Table.Column("Id", priority: 1),
      ],
      rows: places.map { place in
        [
          Styled(place.name), Styled(place.distanceMeters.map(Describing.distance(meters:)) ?? ""),
          Styled(place.location.description), Styled(place.id.rawValue),
        ]
      })
  }
}

private struct PlacesDocument: Encodable {
  let places: [Place]
}
