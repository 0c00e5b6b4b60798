import Basics
public import Core
public import FeatureFlags

/// Places, as the cloud has them.
public protocol PlaceRemoteAPI: Sendable {
  /// Returns the places in whose names words begin like those of a query, best first.
  func searchPlaces(
    matching query: String, near location: Location?, limit: Int
  ) async throws(CloudError) -> [Place]
  /// Returns a place by its identifier.
  func place(_ id: Identifier<Place>) async throws(CloudError) -> Place
}

/// The places of Koober Cloud.
public struct CloudPlaceRemoteAPI: PlaceRemoteAPI {
  private let client: CloudClient
  private let flagScope: FlagScope

  /// Calls a cloud, which ranks the places as the flags of a scope choose.
  public init(client: CloudClient, flagScope: FlagScope) {
    (self.client, self.flagScope) = (client, flagScope)
  }

  public func searchPlaces(
    matching query: String, near location: Location?, limit: Int
  ) async throws(CloudError) -> [Place] {
    let search = PlaceSearch(
      query: query, near: location, limit: limit, ranking: placeRanking.makeUnused(in: flagScope))
    let found = try await client.call(CloudAPI.searchPlaces, parameters: search).places
    // No place, or a single one that is all there is, has no order that a rider could meet.
    if found.count > 1 || found.count == limit { placeRanking.recordUse(in: flagScope) }
    return found
  }

  public func place(_ id: Identifier<Place>) async throws(CloudError) -> Place {
    try await client.call(CloudAPI.place, parameters: PlaceParameters(place: id))
  }
}

/// A longer text is not a name that was mistyped.
private let longestQuery = 60

extension PlaceRemoteAPI {
  /// Finds places although each word may have a letter too many, too few, wrong, or two that are
  /// swapped; words of fewer than four letters have to be right.
  ///
  /// Places are searched for by the beginnings of the words, and compared here.
  func searchPlaces(
    nearlyMatching query: String, near location: Location?, limit: Int
  ) async throws(CloudError) -> [Place] {
    let words = Self.words(of: query)
    guard query.count <= longestQuery, words.contains(where: Self.mayHaveTypo) else { return [] }
    for beginning in [2, 1] {
      let attempt = words.map { Self.mayHaveTypo($0) ? String($0.prefix(beginning)) : $0 }
      let found = try await searchPlaces(
        matching: attempt.joined(separator: " "), near: location, limit: PlaceSearch.largestLimit
      ).filter { place in
        let name = Self.words(of: place.name)
        return words.allSatisfy { word in name.contains { Self.nearlyBegins($0, word) } }
      }
      if !found.isEmpty { return Array(found.prefix(limit)) }
    }
    return []
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private static func mayHaveTypo(_ word: String) -> Bool { word.count >= 4 }

  /// Whether a word of a name begins with a typed one, but for one mistake.
  private static func nearlyBegins(_ name: String, _ typed: String) -> Bool {
    guard mayHaveTypo(typed) else { return name.hasPrefix(typed) }
    return (typed.count - 1...typed.count + 1).contains { length in
      Suggestions.distance(Array(typed), Array(name.prefix(length))) <= 1
    }
  }
}
