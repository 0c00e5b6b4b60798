import Basics
import Core
import FoundationEssentials
import Observation
import Terminal

typealias DriverAction = @MainActor (DrivingRemoteAPI) async throws(CloudError) -> DriverStatus

/// The newest known state of a driver, with the scopes of the open shift and of the trip.
///
/// The navigator follows it whatever screen is shown: the position is reported while a shift is open.
@MainActor @Observable final class DrivingViewModel {
  enum Phase: Equatable {
    case loading
    case notRegistered
    case registered(DriverStatus)
  }

  struct Dependency {
    let remoteAPI: DrivingRemoteAPI
    let liveEvents: LiveEvents
    let wallClock: any WallClock
    let locate: @Sendable () async throws(FileError) -> Location
    let openShift: @MainActor (DriverShift) -> ShiftContainer
  }

  /// How long the known state may be old while there is no stream.
  static let refreshInterval = Duration.seconds(3)
  /// How many driven rides are looked at for the end of one.
  private static let latestRides = 20
  static let reportInterval = Duration.seconds(4)

  private(set) var phase = Phase.loading
  private(set) var shift: ShiftContainer?
  /// The scope of the accepted ride, until the driver goes on after its end.
  private(set) var trip: TripContainer?
  /// Whether something is being done, so that nothing else can be.
  private(set) var isBusy = false
  /// The error of the last action, or else of the last report or renewal; `nil` without one.
  var failure: CloudError? {
    actionFailure ?? (shift == nil ? nil : reportFailure) ?? refreshFailure
  }

  private var actionFailure: CloudError?
  /// The refusal of the last reported position; `nil` without one.
  private var reportFailure: CloudError?
  private var refreshFailure: CloudError?
  /// The number of the last request, and of the newest one whose answer was taken.
  @ObservationIgnored private var requests = (last: 0, taken: 0)
  @ObservationIgnored private var announcedOffer: Identifier<RideOffer>?
  @ObservationIgnored private var announce: @MainActor (String) -> Void = { _ in }
  @ObservationIgnored private var shiftOpened: @MainActor () -> Void = {}
  private let dependency: Dependency
  init(dependency: Dependency) { self.dependency = dependency }

  /// The known status; `nil` for a rider who is no driver, and before the first answer.
  var driver: DriverStatus? { if case .registered(let driver) = phase { driver } else { nil } }

  // MARK: - State

  /// Asks for the status; after a failure the last known one stays.
  func refresh() async {
    let request = nextRequest()
    do throws(CloudError) {
      try await take(dependency.remoteAPI.driver(), answering: request)
      renewed(with: nil)
    } catch .refused(let detail) where detail.code == .notDriver {
      if driver == nil { phase = .notRegistered }
      renewed(with: nil)
    } catch {
      renewed(with: error)
    }
  }

  private func renewed(with failure: CloudError?) {
    // An unchanged value is not set, so that nothing is drawn again.
    if refreshFailure != failure { refreshFailure = failure }
  }

  private func nextRequest() -> Int {
    requests.last += 1
    return requests.last
  }

  /// Takes a status, unless the answer to a later request is known.
  private func take(_ driver: DriverStatus, answering request: Int) async throws(CloudError) {
    guard request > requests.taken else { return }
    // Only the history tells how a ride has ended, and for which fare.
    let isGone =
      driver.ride == nil && trip?.model.phase == .underway
      && trip?.model.expectedEnd != .abandonment
    let rides = try await isGone ? dependency.remoteAPI.drivenRides(limit: Self.latestRides) : []
    guard request > requests.taken else { return }
    requests.taken = request
    // An unchanged status is not set, so that nothing is drawn again.
    guard isGone || self.driver != driver else { return }
    phase = .registered(driver)
    actionFailure = nil
    followShift(of: driver, latest: rides)
    followTrip(of: driver, latest: rides)
    if let offer = driver.offer, offer.id != announcedOffer {
      announcedOffer = offer.id
      let time = Formatters.duration(seconds: offer.secondsToPickup)
      announce("A ride is offered: \(offer.price), pick-up in \(time).")
    }
  }

  private func followShift(of driver: DriverStatus, latest: [DrivenRide]) {
    if let newest = driver.shift, newest.startedAt != shift?.shift.startedAt {
      (shift, trip) = (dependency.openShift(newest), nil)
      shiftOpened()
    } else if driver.shift == nil {
      if shift != nil, let count = driver.missedOffers, count >= RideOffer.mostMissed {
        announce("Your shift has ended: you missed \(count) offers in a row.")
      } else if shift != nil, driver.obstacle?.kind == .suspended {
        announce("Your shift has ended: you have been suspended.")
      }
      shift = nil
      // A suspension ends the shift with the trip, whose rider is rated nevertheless.
      if let model = trip?.model, model.phase == .underway {
        model.take(driver.ride ?? latest.first { $0.ride.id == model.id })
      }
      if trip?.model.phase != .completed { trip = nil }
    }
  }

  private func followTrip(of driver: DriverStatus, latest: [DrivenRide]) {
    guard let shift else { return }
    shift.position.follow(driver.ride?.way ?? [])
    if let ride = driver.ride, ride.ride.id != trip?.model.id {
      trip = shift.makeTripContainer(of: ride)
      trip?.model.driver = self
    }
    guard let model = trip?.model else { return }
    if driver.ride == nil, model.expectedEnd == .abandonment { return leaveTrip() }
    let wasLost = model.phase == .lost
    model.take(driver.ride ?? latest.first { $0.ride.id == model.id })
    if model.phase == .lost, !wasLost { announce("\(model.title).") }
  }

  // MARK: - Actions

  /// Registers the rider as a driver, or changes the car.
  func register(_ car: DriverCar) async throws(CloudError) {
    try await change { api throws(CloudError) in try await api.register(car) }
  }

  /// Starts a trip with the rider's code.
  func start(_ ride: Identifier<Ride>, code: String) async throws(CloudError) {
    do throws(CloudError) {
      try await change { api throws(CloudError) in try await api.advance(ride, .start, code: code) }
    } catch {
      // The ride may be lost.
      if case .refused = error { await refresh() }
      throw error
    }
  }

  /// Reports another position of the car, and keeps it there.
  func move(to location: Location) async {
    await perform { [self] api throws(CloudError) in
      try await api.report(location)
      shift?.position.move(to: location)
      return try await api.driver()
    }
  }

  func goOnline() async {
    await perform { [locate = dependency.locate] api throws(CloudError) in
      let location: Location
      do throws(FileError) {
        location = try await locate()
      } catch {
        throw CloudError.storage(error)
      }
      return try await api.startShift(at: location)
    }
  }

  /// Performs an action unless another one is under way, and takes the status that it returns.
  ///
  /// - Returns: Whether it was done.
  @discardableResult func perform(_ action: DriverAction) async -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    defer { isBusy = false }
    do throws(CloudError) {
      try await change(action)
      return true
    } catch {
      // What is refused was chosen by a state that is old.
      if case .refused = error { await refresh() }
      actionFailure = error
      return false
    }
  }

  private func change(_ action: DriverAction) async throws(CloudError) {
    let request = nextRequest()
    let driver = try await action(dependency.remoteAPI)
    let isAlone = requests.last == request
    actionFailure = nil
    try await take(driver, answering: nextRequest())
    // The answer to a request that was sent meanwhile may be newer, or older.
    if !isAlone { await refresh() }
  }

  func leaveTrip() { trip = nil }
}

extension DrivingViewModel: StatusProvider {
  var status: Styled? {
    guard let driver, let shift = driver.shift else { return nil }
    if let ride = driver.ride {
      return ride.ride.state == .onTrip ? "Driving \(ride.rider)" : "Picking up \(ride.rider)"
    }
    return driver.offer == nil ? "Online: \(shift.earned)" : Styled("A ride is offered", .accent)
  }

  func news(on scene: AnyHashable) -> Int {
    scene == AnyHashable(DrivingScene.driving) && driver?.offer != nil ? 1 : 0
  }

  var farewell: Styled? {
    if let ride = driver?.ride {
      return Styled(
        ride.ride.state == .onTrip
          ? "The trip with \(ride.rider) goes on: koober drive reports your position"
          : "You lose the ride of \(ride.rider) in \(DriverPosition.longestSilence) s unless you report "
            + "your position: koober drive")
    }
    return driver?.shift == nil ? nil : "Your shift goes on; end it with: koober drive offline"
  }

  func follow(announce: @escaping @MainActor (String) -> Void) async {
    self.announce = announce
    let (openings, opening) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    shiftOpened = { opening.yield() }
    if shift != nil { opening.yield() }
    async let reports: Void = report(after: openings)
    // A shift may be open since before a restart. Riders who do not drive are asked about once.
    for await step in dependency.liveEvents.steps(orAskEvery: Self.refreshInterval) {
      switch step {
      case .renew: if phase != .notRegistered { await refresh() }
      case .event(let event): if event == .driving { await refresh() }
      }
    }
    await reports
  }

  /// Reports where the car is again and again, from each opening of a shift to its end.
  private func report(after openings: AsyncStream<Void>) async {
    for await _ in openings {
      while shift != nil {
        await report()
        guard (try? await dependency.wallClock.sleep(for: Self.reportInterval)) != nil else {
          return
        }
      }
    }
  }

  private func report() async {
    guard let position = shift?.position else { return }
    var refusal: CloudError?
    do throws(CloudError) {
      try await dependency.remoteAPI.report(
        position.location, isSimulated: position.isSimulated)
    } catch {
      // Whether the cloud answers is told by the renewals; the next report comes soon.
      if case .refused = error { refusal = error }
    }
    // An unchanged value is not set, so that nothing is drawn again.
    if reportFailure != refusal { reportFailure = refusal }
    let isOfferOver = driver?.offer.map { $0.expiresAt < dependency.wallClock.now } ?? false
    if refusal != nil || isOfferOver { await refresh() }
  }
}
