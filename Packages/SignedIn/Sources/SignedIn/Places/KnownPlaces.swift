import Core

/// A place to choose, and why it is offered.
struct PlaceSuggestion: Equatable {
  let place: Place
  /// For example "Home"; empty for a place that was searched for.
  var note = ""
}

/// The places that a rider has named or been to.
struct KnownPlaces: Sendable {
  /// How many of the last rides are looked at, and how many of their ends are offered.
  private static let (rides, recent) = (20, 5)

  let savedPlaceStore: SavedPlaceStore
  let rider: Identifier<RiderProfile>
  let rideRemoteAPI: any RideRemoteAPI

  /// Returns home and work, then the ends of the last rides, the newest first.
  ///
  /// What cannot be read or asked for is left out: it is an offer, not an answer.
  ///
  /// - Parameter location: Where distances are measured from.
  func suggestions(near location: Location) async -> [PlaceSuggestion] {
    let saved = (try? savedPlaceStore.places(of: rider)) ?? [:]
    let named = SavedPlaceLabel.allCases.compactMap { label in
      saved[label.rawValue].map { Self.suggestion($0, note: label.title, near: location) }
    }
    let rides = (try? await rideRemoteAPI.rideHistory(limit: Self.rides)) ?? []
    var seen = Set(named.map(\.place.location))
    let recent = rides.flatMap { [$0.dropoff, $0.pickup] }
      .filter { $0.name != nil && seen.insert($0.location).inserted }
      .prefix(Self.recent).map { Self.suggestion($0, note: "Recent", near: location) }
    return named + recent
  }

  /// Gives a place a name.
  func save(_ place: Waypoint, as label: SavedPlaceLabel) throws {
    try savedPlaceStore.save(place, as: label, of: rider)
  }

  private static func suggestion(
    _ place: Waypoint, note: String, near location: Location
  ) -> PlaceSuggestion {
    PlaceSuggestion(place: Place(place, near: location), note: note)
  }
}

extension Place {
  /// An end of a trip as a place to choose.
  init(_ waypoint: Waypoint, near location: Location?) {
    self.init(
      id: Identifier(waypoint.location.description), name: waypoint.description,
      location: waypoint.location,
      distanceMeters: location.map { Int($0.distance(to: waypoint.location).rounded()) })
  }
}
