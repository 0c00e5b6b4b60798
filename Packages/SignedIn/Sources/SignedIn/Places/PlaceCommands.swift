import Commands
import Core
public import Terminal

private let query = Argument<String>("QUERY", help: "The beginning of the name's words.")
private let near = Option<Location?>(
  "near", kind: .location, help: "Measure distances from here; from where you are without it.")
private let limit = Option(
  "limit", kind: .range(1...PlaceSearch.largestLimit), default: 10,
  help: "The most places to list.")

extension Command where Context: PlacesContext & SignedInContext {
  /// Finding places, naming and bringing new ones.
  ///
  /// - Parameter importer: Brings places from a file into the program's own cloud.
  public static func places(importer: Command) -> Command {
    Command(
      "places", summary: "Find and name places, or import them from a file.",
      examples: [CommandExample("koober places search opera", "Find places by name.")],
      subcommands: [placeSearch, savedPlaces, savePlace, forgetPlace, importer])
  }

  private static var placeSearch: Command {
    Command(
      "search", summary: "Find places by name.",
      discussion: """
        Each word may be a beginning; case and accents do not matter. When nothing matches, words of \
        four letters or more may have one mistake.
        """,
      examples: [
        CommandExample("koober places search opera --limit 3", "List three places at the most.")
      ],
      parameters: [query, near, limit]
    ) { values, context in
      let places = await context.places()
      var location = values[near]
      if location == nil { location = try await places.locator.currentLocation() }
      let near = location
      let found = try await context.showingActivity("Searching") { _ in
        let found = try await places.search(for: values[query], near: near, limit: values[limit])
        guard found.isEmpty else { return found }
        return try await places.remoteAPI.searchPlaces(
          nearlyMatching: values[query], near: near, limit: values[limit])
      }
      try context.print(
        ["places": found], table: table(of: found),
        ifEmpty: "No place matches '\(values[query])'.")
    }
  }

  private static func table(of places: [Place]) -> Table {
    Table(
      columns: [
        Table.Column("Name", priority: 2), Table.Column("Distance", alignment: .trailing),
        Table.Column("Location", isWhole: true), Table.Column("Id", priority: 1, isWhole: true),
      ],
      rows: places.map { place in
        [
          Styled(place.name), Styled(place.distanceMeters.map(Formatters.distance(meters:)) ?? ""),
          Styled(place.location.description), Styled(place.id.rawValue),
        ]
      })
  }
}
