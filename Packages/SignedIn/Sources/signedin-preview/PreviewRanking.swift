import Core
import SignedIn

/// What matches best comes first.
struct PreviewRanking: DropoffRanking {
  func search(for query: String, near location: Location?, limit: Int) -> PlaceSearch {
    PlaceSearch(query: query, near: location, limit: limit)
  }
}
