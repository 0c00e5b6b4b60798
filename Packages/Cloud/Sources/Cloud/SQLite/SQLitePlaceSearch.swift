import Core

/// Finds places without looking at more of them than the answer needs.
///
/// Names that match in one way, such as those that begin with the query, are either few: then all
/// are read through their index and sorted. Or they are many: then they are so dense that the
/// first places in the wanted order, the nearest or the alphabetically first, soon hold enough.
///
/// Many matches that all come last in that order are neither. So that such a search costs no more
/// than others, it ends after ``mostExamined`` places, and what is missing is taken from the first
/// ``few`` matches in their index: the places found match, but nearer ones may exist.
struct SQLitePlaceSearch {
  /// How many matches are few. Reading and sorting that many takes about ten milliseconds.
  static let few = 5000
  /// The number of places examined in the requested order.
  static let mostExamined = 20_000

  let connection: any SQLConnection
  let query: PlaceQuery
  let matcher: NameMatcher

  init(connection: any SQLConnection, query: PlaceQuery) {
    self.connection = connection
    self.query = query
    matcher = NameMatcher(query.text)
  }

  func run() throws(StoreError) -> [Place] {
    switch (query.near, query.ranking) {
    case (let near?, .nearness):
      return try nearest(to: near, .any, limit: query.limit).map(\.place)
    case (let near?, .match):
      return try bestFirst { (quality, limit) throws(StoreError) in
        try nearest(to: near, .just(quality), limit: limit)
      }
    case (nil, _):
      return try bestFirst { (quality, limit) throws(StoreError) in
        try first(.just(quality), limit: limit)
      }
    }
  }

  private func bestFirst(
    _ find: (MatchQuality, Int) throws(StoreError) -> [FoundPlace]
  ) throws(StoreError) -> [Place] {
    var found: [FoundPlace] = []
    for quality in MatchQuality.allCases where found.count < query.limit {
      found += try find(quality, query.limit - found.count)
    }
    return found.map(\.place)
  }

  private func nearest(
    to near: Location, _ matches: PlaceMatches, limit: Int
  ) throws(StoreError) -> [FoundPlace] {
    if try isFew(matches) {
      return try Array(all(matches).sorted(by: FoundPlace.isNearer).prefix(limit))
    }
    let found = try nearestFirst(near, matches, limit: limit)
    return Array(
      try completed(found, matches, limit: limit).sorted(by: FoundPlace.isNearer).prefix(limit))
  }

  private func first(_ matches: PlaceMatches, limit: Int) throws(StoreError) -> [FoundPlace] {
    if try isFew(matches) {
      return try Array(all(matches).sorted(by: FoundPlace.isEarlier).prefix(limit))
    }
    let found = try alphabetically(matches, limit: limit)
    return Array(
      try completed(found, matches, limit: limit).sorted(by: FoundPlace.isEarlier).prefix(limit))
  }

  /// Adds other matches when there are not enough.
  private func completed(
    _ found: [FoundPlace], _ matches: PlaceMatches, limit: Int
  ) throws(StoreError) -> [FoundPlace] {
    guard found.count < limit else { return found }
    let known = Set(found.map(\.place.id))
    return try found + all(matches).filter { !known.contains($0.place.id) }
  }
}

/// The kind of matches to find.
enum PlaceMatches {
  case any
  case just(MatchQuality)

  func contains(_ quality: MatchQuality) -> Bool {
    switch self {
    case .any: true
    case .just(let wanted): quality == wanted
    }
  }
}

/// A place that matches, with what decides its rank.
struct FoundPlace {
  let place: Place
  let folded: String
  let quality: MatchQuality
  /// In meters; zero for a query without a point.
  let distance: Double

  static func isNearer(_ left: FoundPlace, _ right: FoundPlace) -> Bool {
    left.distance == right.distance
      ? isEarlier(left, right) : left.distance < right.distance
  }

  static func isEarlier(_ left: FoundPlace, _ right: FoundPlace) -> Bool {
    (left.quality, left.folded, left.place.id.rawValue)
      < (right.quality, right.folded, right.place.id.rawValue)
  }
}
