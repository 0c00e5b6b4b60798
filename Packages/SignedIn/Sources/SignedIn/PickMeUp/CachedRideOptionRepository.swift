import Core
import FoundationEssentials

/// Caches the options of trips, for a minute each, until the
/// rider signs out.
actor CachedRideOptionRepository {
  /// How long prices and times are shown again without asking, in seconds.
  private static let lifetime = 60.0

  private let wallClock: any WallClock
  private var entries: [Trip: (options: [RideOption], loadedAt: Date)] = [:]

  init(wallClock: any WallClock) {
    self.wallClock = wallClock
  }

  /// Returns the cached options, or loads them; an error is not cached.
  func rideOptions(
    for trip: Trip, from rideRemoteAPI: any RideRemoteAPI
  ) async throws(CloudError) -> [RideOption] {
    let now = wallClock.now
    entries = entries.filter { now.timeIntervalSince($0.value.loadedAt) < Self.lifetime }
    if let known = entries[trip] { return known.options }
    let loaded = try await rideRemoteAPI.rideOptions(for: trip)
    entries[trip] = (loaded, now)
    return loaded
  }
}
