public import Core

/// Decides what comes first when a rider looks for a place.
public protocol DropoffRanking: Sendable {
  /// Returns the search that finds the places for what the rider typed so far.
  ///
  /// - `limit`: The most places to find, in `1...100`.
  func search(for query: String, near location: Location?, limit: Int) -> PlaceSearch
}
