import Console
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
        ["places": found], table: table(of: found), ifEmpty: "No place matches '\(values[query])'.")
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

private let label = Argument<SavedPlaceLabel>(
  "NAME", kind: .caseName("NAME"), help: "Home or work.")
private let place = Argument<PlaceReference>(
  "PLACE", kind: .place(completing: .none), help: "The place: its name, its id or LAT,LON.")

extension Command where Context: SignedInContext {
  static var savedPlaces: Command {
    Command(
      "saved", summary: "List the places that you have named.",
      discussion: "Their names stand for them wherever a command takes a place.",
      examples: [
        CommandExample("koober places saved", "List them."),
        CommandExample("koober ride options --to home", "List the kinds of ride to home."),
      ]
    ) { _, context in
      let store = try await context.signedInContainer().savedPlaces
      let saved = try SavedPlaceLabel.allCases.compactMap { label in
        try store.place(label).map { SavedPlace(name: label, place: $0) }
      }
      try context.print(
        ["places": saved], table: table(of: saved),
        ifEmpty: "You have named no place. Use 'koober places save home PLACE'.")
    }
  }

  static var savePlace: Command {
    Command(
      "save", summary: "Name a place home or work.",
      examples: [CommandExample("koober places save home 'Opera House'", "Live there.")],
      parameters: [label, place]
    ) { values, context in
      let container = try await context.signedInContainer()
      let location = try? await container.dependencies.locator.currentLocation()
      let found = try await context.showingActivity("Searching") { _ in
        try await container.makePlaceResolver(near: location).resolve(values[place])
      }
      let saved = SavedPlace(name: values[label], place: found)
      try container.savedPlaces.save(saved.place, as: saved.name)
      try context.print(saved, line: "\(saved.place) is saved as \(saved.name.rawValue).")
    }
  }

  static var forgetPlace: Command {
    Command(
      "forget", summary: "Take the name from a place.",
      examples: [CommandExample("koober places forget work", "Have no place called work.")],
      parameters: [label]
    ) { values, context in
      guard try await context.signedInContainer().savedPlaces.remove(values[label]) else {
        throw Problem(
          .noInput, code: "noSuchPlace",
          message: "You have named no place \(values[label].rawValue).",
          hint: "Run 'koober places saved' to see which you have.")
      }
      let name = values[label].rawValue
      try context.print(["forgotten": name], line: "No place is called \(name) any longer.")
    }
  }

  private static func table(of saved: [SavedPlace]) -> Table {
    Table(
      columns: [
        Table.Column("Name", isWhole: true), Table.Column("Place", priority: 2),
        Table.Column("Location", isWhole: true),
      ],
      rows: saved.map { saved in
        [
          Styled(saved.name.title), Styled(saved.place.name ?? ""),
          Styled(saved.place.location.description),
        ]
      })
  }
}

private struct SavedPlace: Encodable {
  let name: SavedPlaceLabel
  let place: Waypoint
}
