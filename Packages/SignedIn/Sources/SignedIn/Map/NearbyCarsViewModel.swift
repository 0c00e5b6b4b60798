import Core
import Observation

/// The free cars near a point, as they move.
@MainActor
@Observable
final class NearbyCarsViewModel {
  /// How long the shown cars may be old.
  static let refreshInterval = Duration.seconds(3)

  /// `nil` before the first answer.
  private(set) var known: [NearbyCar]?
  /// The error of the last renewal; `nil` without one.
  private(set) var failure: CloudError?

  private let location: Location
  private let rideRemoteAPI: any RideRemoteAPI
  private let wallClock: any WallClock

  init(around location: Location, rideRemoteAPI: any RideRemoteAPI, wallClock: any WallClock) {
    self.location = location
    self.rideRemoteAPI = rideRemoteAPI
    self.wallClock = wallClock
  }

  var cars: [NearbyCar] { known ?? [] }

  /// Renews the cars; after a failure the last known ones stay.
  func refresh() async {
    do throws(CloudError) {
      known = try await rideRemoteAPI.nearbyCars(around: location)
      failure = nil
    } catch {
      failure = error
    }
  }

  /// Renews the cars again and again until the task is cancelled.
  ///
  /// - Parameter whenAnswered: Called after each answer, with whether there was none before.
  func follow(whenAnswered: (_ isBack: Bool) async -> Void) async {
    func renew() async {
      let wasFailing = failure != nil
      await refresh()
      if failure == nil { await whenAnswered(wasFailing) }
    }
    await renew()
    await wallClock.repeatedly(after: Self.refreshInterval) { await renew() }
  }
}
