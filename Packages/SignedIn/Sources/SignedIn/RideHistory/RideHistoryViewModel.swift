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
  let knownRides: KnownRides

  init(rideRemoteAPI: any RideRemoteAPI, knownRides: KnownRides) {
    self.rideRemoteAPI = rideRemoteAPI
    self.knownRides = knownRides
  }

  /// The loaded rides, newest first; empty before.
  var rides: [Ride] {
    if case .loaded(let rides) = phase { rides.map(knownRides.newest) } else { [] }
  }

  /// Loads the newest rides; also the retry after a failure.
  ///
  /// - Parameter limit: The most rides to load, in `1...1000`.
  func load(limit: Int) async {
    phase = .loading
    await refresh(limit: limit)
  }

  /// Renews the rides while they are shown.
  func refresh(limit: Int) async {
    let question = knownRides.ask()
    do throws(CloudError) {
      let rides = try await rideRemoteAPI.rideHistory(limit: limit)
      for ride in rides { knownRides.renew(ride, answering: question) }
      // An unchanged list is not set, so that nothing is drawn again.
      if phase != .loaded(rides) { phase = .loaded(rides) }
    } catch {
      phase = .failed(error)
    }
  }
}
