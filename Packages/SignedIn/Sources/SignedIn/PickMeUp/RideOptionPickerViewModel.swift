import Composition
import Core
import FoundationEssentials
import Observation

/// The kinds of ride for one trip and the chosen one.
@MainActor
@Observable
final class RideOptionPickerViewModel: @MainActor FactoryModule {
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

  private let trip: Trip
  private let dependency: Dependency

  init(dependency: Dependency, payload trip: Trip) {
    self.trip = trip
    self.dependency = dependency
  }

  /// The loaded options; empty before.
  var options: [RideOption] {
    if case .loaded(let options) = phase { options } else { [] }
  }

  /// Loads the options; also the retry after a failure.
  func load() async {
    phase = .loading
    do throws(CloudError) {
      phase = .loaded(
        try await dependency.rideOptionRepository.rideOptions(
          for: trip, from: dependency.rideRemoteAPI))
    } catch {
      phase = .failed(error)
    }
  }

  /// Chooses one of the loaded options.
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
  private var entries: [Trip: (options: [RideOption], loadedAt: Date)] = [:]

  init(wallClock: any WallClock) { self.wallClock = wallClock }

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
