import Core

/// Remembers the options of the trips that the rider has looked at, until the rider signs out.
actor CachedRideOptionRepository {
  private var options: [Trip: [RideOption]] = [:]

  /// Returns the remembered options, or asks the cloud; a failure is not remembered.
  func rideOptions(
    for trip: Trip, from rideRemoteAPI: any RideRemoteAPI
  ) async throws(CloudError) -> [RideOption] {
    if let known = options[trip] { return known }
    let loaded = try await rideRemoteAPI.rideOptions(for: trip)
    options[trip] = loaded
    return loaded
  }
}
