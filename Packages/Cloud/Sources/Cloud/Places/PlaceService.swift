import CloudDomain
import CloudStore
import Core

/// Finds places.
struct PlaceService: Sendable {
  /// The longest query, in characters.
  private static let longestQuery = 200

  var store: SQLStore

  func place(_ id: Identifier<Place>) throws -> Place {
    guard let place = try store.place(id) else {
      throw APIError.notFound("place", id.rawValue, hint: "Search for it by name.")
    }
    return place
  }

  func search(_ search: PlaceSearch) throws -> PlaceList {
    guard search.query.utf8.count <= 4 * Self.longestQuery, search.query.count <= Self.longestQuery
    else {
      throw APIError.invalid(
        "query", "The query is longer than \(Self.longestQuery) characters.",
        hint: "Search for a part of the name.")
    }
    guard (1...PlaceSearch.largestLimit).contains(search.limit) else {
      throw APIError.invalid("limit", "The limit is not in 1...\(PlaceSearch.largestLimit).")
    }
    let near = try near(search)
    let query = PlaceQuery(
      text: search.query, near: near, limit: search.limit, ranking: search.ranking)
    return PlaceList(places: try query.map(store.places) ?? [])
  }

  private func near(_ search: PlaceSearch) throws -> Location? {
    switch (search.latitude, search.longitude) {
    case (nil, nil): nil
    case (let latitude?, let longitude?):
      try Location.checked(latitude: latitude, longitude: longitude)
    case (nil, _): throw APIError.invalid("latitude", "The latitude is missing.")
    case (_, nil): throw APIError.invalid("longitude", "The longitude is missing.")
    }
  }
}
