import Core
import Observation

/// The rides that the rider has had.
@MainActor
@Observable
final class RideHistoryViewModel {
  enum Phase: Equatable {
    case loading
    case loaded([Ride])
    case failed(CloudError)
  }

  private(set) var phase = Phase.loading

  private let rideRemoteAPI: any RideRemoteAPI

  init(rideRemoteAPI: any RideRemoteAPI) {
    self.rideRemoteAPI = rideRemoteAPI
  }

  /// The loaded rides, newest first; empty before.
  var rides: [Ride] {
    if case .loaded(let rides) = phase { rides } else { [] }
  }

  /// Loads the newest rides; also the retry after a failure.
  ///
  /// - Parameter limit: The most rides to load, in `1...1000`.
  func load(limit: Int) async {
    phase = .loading
    do throws(CloudError) {
      phase = .loaded(try await rideRemoteAPI.rideHistory(limit: limit))
    } catch {
      phase = .failed(error)
    }
  }
}
