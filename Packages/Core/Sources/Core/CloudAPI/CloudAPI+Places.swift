extension CloudAPI {
  public static let searchPlaces = Endpoint<PlaceSearch, Empty, PlaceList>(
    "searchPlaces", .get, "/places", access: .anyone, cost: .search, limit: .publicReads,
    summary: "Returns the places whose names match a query.")

  public static let place = Endpoint<PlaceParameters, Empty, Place>(
    "place", .get, "/places/{place}", access: .anyone, cost: .rows, limit: .publicReads,
    summary: "Returns one place.")
}

/// A search for places by name.
public struct PlaceSearch: Codable, Equatable, Sendable {
  /// How many places a search may return at the most.
  public static let largestLimit = 100

  /// At most 200 characters; each word matches the beginning of one, whatever case and accents.
  public let query: String
  /// The point from which distances are measured, in degrees; both or none.
  public let latitude: Double?
  public let longitude: Double?
  /// The most places to return, in `1...100`.
  public let limit: Int
  public let ranking: PlaceRanking

  public init(query: String, near: Location?, limit: Int, ranking: PlaceRanking = .match) {
    (self.query, self.limit, self.ranking) = (query, limit, ranking)
    (latitude, longitude) = (near?.latitude, near?.longitude)
  }
}

/// Names one place.
public struct PlaceParameters: Codable, Equatable, Sendable {
  public let place: Identifier<Place>
  public init(place: Identifier<Place>) { self.place = place }
}

/// Places, best first.
public struct PlaceList: Codable, Equatable, Sendable {
  public let places: [Place]
  public init(places: [Place]) { self.places = places }
}
