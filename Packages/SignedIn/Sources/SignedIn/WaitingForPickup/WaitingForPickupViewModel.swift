import Composition
import Core
import Observation

/// One ride from its request to its end, updating, with the right to cancel while there is one.
@MainActor @Observable final class WaitingForPickupViewModel: @MainActor FactoryModule {
  typealias Payload = Ride

  struct Dependency {
    let rideRemoteAPI: any RideRemoteAPI
    let knownRides: KnownRides
    let liveEvents: LiveEvents
    weak var responder: (any NewRideResponder)?
  }

  /// How long the shown state may be old while there is no stream.
  static let refreshInterval = Duration.seconds(1)

  var ride: Ride { dependency.knownRides.newest(requested) }
  /// Why the ride was not cancelled or rated, or else not renewed; `nil` without an error.
  var failure: CloudError? { actionFailure ?? renewalFailure }
  private(set) var isCancelling = false
  /// Whether the stars are on their way.
  private(set) var isRating = false
  /// The stars that the driver has got here.
  private var givenStars: Int?
  /// The stars that the driver has got.
  var stars: Int? { givenStars ?? ride.stars }
  /// The tip that the driver has got here.
  private(set) var tip: Money?
  /// Whether the ride's driver was blocked here; another one may have taken the ride since.
  var hasBlocked: Bool { blockedPlate != nil && blockedPlate == ride.car?.plate }
  private var blockedPlate: String?
  private var isBlockRefused = false
  /// Where the car was when it was first seen; a map that shows it need not move with the car.
  private(set) var carStart: Location?
  private var renewalFailure: CloudError?
  private var actionFailure: CloudError?
  private let requested: Ride
  private let dependency: Dependency

  init(dependency: Dependency, payload ride: Ride) {
    self.dependency = dependency
    requested = ride
    carStart = ride.car?.location
  }

  /// Renews the ride's state; after a failure the last known one stays.
  func refresh() async {
    let request = dependency.knownRides.nextRequest()
    do throws(CloudError) {
      show(try await dependency.rideRemoteAPI.newest(ride), answering: request)
    } catch {
      renewalFailure = error
    }
  }

  /// Keeps the ride as it is now until it has ended or the task is cancelled.
  ///
  /// - Parameters:
  ///   - isKnown: Whether the ride was asked for just now.
  ///   - renewed: Called after the state was renewed, or was asked for in vain.
  func follow<Failure: Error>(
    isKnown: Bool = false, renewed: @MainActor () async throws(Failure) -> Void
  ) async throws(Failure) {
    if isKnown { show(ride, answering: dependency.knownRides.nextRequest()) }
    guard !isKnown || !ride.state.isEnded else { return }
    let (interval, liveEvents) = (Self.refreshInterval, dependency.liveEvents)
    for await step in liveEvents.steps(orAskEvery: interval, isKnown: isKnown) {
      switch step {
      case .renew(let rides):
        if let live = rides.first(where: { $0.ride.id == ride.id }) {
          show(live.ride, answering: dependency.knownRides.nextRequest())
        } else {
          await refresh()
        }
      case .event(.ride(let live)) where live.ride.id == ride.id:
        show(live.ride, answering: dependency.knownRides.nextRequest())
      case .event(.position(let position)) where position.ride == ride.id:
        // What the stream tells is an answer too.
        renewalFailure = nil
        dependency.knownRides.move(to: position)
      case .event: continue
      }
      try await renewed()
      guard !ride.state.isEnded else { return }
    }
  }

  /// Cancels the ride; does nothing while a cancellation is under way.
  ///
  /// - Parameter fee: The largest fee that the rider agrees to; any without one.
  /// - Returns: Whether the fee has grown meanwhile: the ride goes on, and the rider has to be asked again,
  ///   after a ``refresh()``.
  @discardableResult func cancel(agreeingTo fee: Int?) async -> Bool {
    guard !isCancelling else { return false }
    isCancelling = true
    defer { isCancelling = false }
    actionFailure = nil
    let request = dependency.knownRides.nextRequest()
    do throws(CloudError) {
      show(
        try await dependency.rideRemoteAPI.cancelRide(ride.id, agreeingTo: fee), answering: request)
    } catch .refused(let detail) where detail.code == .feeChanged {
      return true
    } catch {
      actionFailure = error
    }
    return false
  }

  var canRate: Bool {
    if case .refused = actionFailure { return false }
    return !isRating && ride.state == .completed && ride.driver != nil && stars == nil
  }

  /// Gives the driver 1 to 5 stars, once.
  func rate(_ stars: Int) async {
    guard canRate else { return }
    isRating = true
    defer { isRating = false }
    actionFailure = nil
    do throws(CloudError) {
      try await dependency.rideRemoteAPI.rateRide(ride.id, stars: stars)
      givenStars = stars
    } catch {
      actionFailure = error
    }
  }

  var canTip: Bool { ride.state == .completed && ride.driver != nil && ride.tip == nil }

  /// Gives the driver a tip, once, in the smallest unit of the price's currency.
  func tip(_ minorUnits: Int) async {
    actionFailure = nil
    do throws(CloudError) {
      try await sendTip(minorUnits)
      tip = ride.tip
    } catch {
      actionFailure = error
    }
  }

  func sendTip(_ minorUnits: Int) async throws(CloudError) {
    let request = dependency.knownRides.nextRequest()
    show(
      try await dependency.rideRemoteAPI.tipRide(ride.id, minorUnits: minorUnits),
      answering: request)
  }

  /// Nobody blocks a simulated driver.
  var canBlock: Bool {
    ride.driver.map { $0.simulation != .driver } ?? false && !hasBlocked && !isBlockRefused
  }

  /// Blocks the driver, who is not told, and any other who has accepted the ride before.
  func block() async {
    guard canBlock else { return }
    let plate = ride.car?.plate
    actionFailure = nil
    do throws(CloudError) {
      try await dependency.rideRemoteAPI.block(driverOf: ride.id, true)
      blockedPlate = plate
    } catch {
      if case .refused = error { isBlockRefused = true }
      actionFailure = error
    }
  }

  /// Goes on to a new ride once this one has ended.
  func newRide() {
    guard ride.state.isEnded else { return }
    dependency.responder?.newRide(after: ride)
  }

  /// Goes on to the same trip once this one has ended.
  func requestAgain() {
    guard ride.state.isEnded else { return }
    dependency.responder?.requestAgain(ride)
  }

  var canRequestAgain: Bool { ride.state.isEnded && dependency.responder != nil }

  private func show(_ newest: Ride, answering request: Int) {
    carStart = carStart ?? newest.car?.location
    renewalFailure = nil
    switch actionFailure {
    case .unreachable, .unanswered:
      // The renewed state shows what happened.
      actionFailure = nil
    case .refused, .tryAgainLater, .unintelligible, .foreign, .storage, nil:
      if newest.state.isEnded { actionFailure = nil }
    }
    dependency.knownRides.renew(newest, answering: request)
  }
}
