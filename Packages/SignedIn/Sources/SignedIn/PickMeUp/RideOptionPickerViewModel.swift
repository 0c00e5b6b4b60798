import Basics
import Composition
import Core
import Observation

/// The kinds of ride for one trip and the chosen one.
@MainActor @Observable final class RideOptionPickerViewModel: @MainActor FactoryModule {
  typealias Payload = Trip

  struct Dependency {
    let rideRemoteAPI: any RideRemoteAPI
    let rideOptionRepository: CachedRideOptionRepository
    weak var responder: (any RideOptionSelectedResponder)?
  }

  enum Phase: Equatable {
    case loading
    case loaded([RideOption])
    /// The error is shown, and the rider may try again.
    case failed(CloudError)
  }

  private(set) var phase = Phase.loading
  private(set) var selected: RideOptionKind?
  /// The way of the trip; empty before it is known.
  private(set) var route: [Location] = []
  private let trip: Trip
  private let dependency: Dependency

  init(dependency: Dependency, payload trip: Trip) {
    (self.trip, self.dependency) = (trip, dependency)
  }

  /// The loaded options; empty before.
  var options: [RideOption] { if case .loaded(let options) = phase { options } else { [] } }

  /// Loads the options; also the retry after a failure.
  func load(isQuiet: Bool = false) async {
    if !isQuiet { phase = .loading }
    do throws(CloudError) {
      let list = try await dependency.rideOptionRepository.rideOptions(
        for: trip, from: dependency.rideRemoteAPI)
      route = list.route?.points ?? []
      phase = .loaded(list.options)
    } catch {
      phase = .failed(error)
    }
  }

  func select(_ kind: RideOptionKind) {
    guard let option = options.first(where: { $0.id == kind }) else { return }
    selected = kind
    dependency.responder?.rideOptionSelected(option)
  }
}

/// Caches the options of trips, for a minute each, until the rider signs out.
actor CachedRideOptionRepository {
  /// How long prices and times are shown again without asking, in seconds.
  private static let lifetime = 60.0

  private let wallClock: any WallClock
  private var known = ExpiringCache<Trip, RideOptionList>(capacity: 100, lifetime: lifetime)
  init(wallClock: any WallClock) { self.wallClock = wallClock }

  /// Returns the cached options, or loads them; an error is not cached.
  func rideOptions(
    for trip: Trip, from rideRemoteAPI: any RideRemoteAPI
  ) async throws(CloudError) -> RideOptionList {
    let now = wallClock.steadyNow
    if let known = known.value(for: trip, at: now) { return known }
    let loaded = try await rideRemoteAPI.rideOptions(for: trip)
    known.insert(loaded, for: trip, at: now)
    return loaded
  }
}
