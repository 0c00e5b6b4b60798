import Core

/// A place to choose, and why it is offered.
struct PlaceSuggestion: Equatable {
  let place: Place
  var label: SavedPlaceLabel?
  /// For example "Home"; empty for a place that was searched for.
  var note = ""
}

/// The places that a rider has named or been to.
struct KnownPlaces: Sendable {
  /// How many of the last rides are looked at, and how many of their ends are offered.
  private static let (rides, recent) = (20, 5)

  let saved: SavedPlaceStore
  let rideRemoteAPI: any RideRemoteAPI

  /// Returns home and work, then the ends of the last rides, the newest first.
  ///
  /// Places that cannot be read or loaded are left out.
  func suggestions(near location: Location) async -> [PlaceSuggestion] {
    let named = SavedPlaceLabel.allCases.compactMap { label in
      (try? saved.place(label)).map { place in
        PlaceSuggestion(place: Place(place, near: location), label: label, note: label.title)
      }
    }
    let rides = (try? await rideRemoteAPI.rideHistory(limit: Self.rides)) ?? []
    var seen = Set(named.map(\.place.location))
    let recent = rides.flatMap { [$0.dropoff, $0.pickup] }
      .filter { $0.name != nil && seen.insert($0.location).inserted }
      .prefix(Self.recent).map { PlaceSuggestion(place: Place($0, near: location), note: "Recent") }
    return named + recent
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
