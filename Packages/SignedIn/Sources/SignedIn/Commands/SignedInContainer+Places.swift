public import Core

extension SignedInContainer {
  /// Returns the places whose names match; needs nobody to be signed in.
  ///
  /// - `limit`: The most places to return, in `1...100`.
  @MainActor
  public static func findPlaces(
    matching query: String, near location: Location?, limit: Int,
    dependencies: any SignedInDependencies
  ) async throws(CloudError) -> [Place] {
    let picker = DropoffLocationPickerViewModel(
      placeRemoteAPI: CloudPlaceRemoteAPI(
        client: dependencies.cloudClient, ranking: dependencies.dropoffRanking),
      wallClock: dependencies.wallClock, near: location, responder: nil)
    await picker.search(for: query, limit: limit)
    if case .failed(let error) = picker.phase { throw error }
    return picker.places
  }
}
