import Core
import SignedIn

/// The names that match best come first, wherever they are.
struct MatchFirstRanking: DropoffRanking {
  func search(for query: String, near location: Location?, limit: Int) -> PlaceSearch {
    PlaceSearch(query: query, near: location, limit: limit, ranking: .match)
  }
}

/// The nearest places come first, however well they match.
struct NearnessFirstRanking: DropoffRanking {
  func search(for query: String, near location: Location?, limit: Int) -> PlaceSearch {
    PlaceSearch(query: query, near: location, limit: limit, ranking: .nearness)
  }
}
