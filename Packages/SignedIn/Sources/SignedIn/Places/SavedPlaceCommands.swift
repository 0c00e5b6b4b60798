import Commands
import Core
import Terminal

private let label = Argument<SavedPlaceLabel>(
  "NAME", kind: .caseName("NAME"), help: "Home or work.")
private let place = Argument<PlaceReference>(
  "PLACE", kind: .place(completing: .none), help: "The place: its name, its id or LAT,LON.")

extension Command where Context: SignedInContext {
  /// The places that the rider has named.
  static var savedPlaces: Command {
    Command(
      "saved", summary: "List the places that you have named.",
      discussion: "Their names stand for them wherever a command takes a place.",
      examples: [
        CommandExample("koober places saved", "List them."),
        CommandExample("koober ride options --to home", "List the kinds of ride to home."),
      ]
    ) { _, context in
      let known = try await context.knownPlaces()
      let saved = try SavedPlaceLabel.allCases.compactMap { label in
        try known.place(label).map { SavedPlace(name: label, place: $0) }
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
      let saved = SavedPlace(
        name: values[label],
        place: try await container.makePlaceResolver(
          near: try? await container.dependencies.locator.currentLocation()
        ).resolve(values[place]))
      try await context.knownPlaces().save(saved.place, as: saved.name)
      try context.print(saved, line: "\(saved.place) is saved as \(saved.name.rawValue).")
    }
  }

  static var forgetPlace: Command {
    Command(
      "forget", summary: "Take the name from a place.",
      examples: [CommandExample("koober places forget work", "Have no place called work.")],
      parameters: [label]
    ) { values, context in
      guard try await context.knownPlaces().forget(values[label]) else {
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

extension SignedInContext {
  fileprivate func knownPlaces() async throws -> KnownPlaces {
    let container = try await signedInContainer()
    return container.knownPlaces(asking: container.makeRideRemoteAPI())
  }
}

private struct SavedPlace: Encodable {
  let name: SavedPlaceLabel
  let place: Waypoint
}
