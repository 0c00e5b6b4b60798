import Core
import FeatureFlags

/// Places, as the cloud has them.
protocol PlaceRemoteAPI: Sendable {
  func searchPlaces(
    matching query: String, near location: Location?, limit: Int
  ) async throws(CloudError) -> [Place]
  func place(_ id: Identifier<Place>) async throws(CloudError) -> Place
}

/// The places of Koober Cloud.
struct CloudPlaceRemoteAPI: PlaceRemoteAPI {
  let client: CloudClient
  let flagScope: FlagScope

  func searchPlaces(
    matching query: String, near location: Location?, limit: Int
  ) async throws(CloudError) -> [Place] {
    let search = PlaceSearch(
      query: query, near: location, limit: limit, ranking: placeRanking.make(in: flagScope))
    return try await client.call(CloudAPI.searchPlaces, parameters: search).places
  }

  func place(_ id: Identifier<Place>) async throws(CloudError) -> Place {
    try await client.call(CloudAPI.place, parameters: PlaceParameters(place: id))
  }
}
