import Basics
import Core
import FoundationEssentials

/// A driver who reports positions, answers offers and drives rides. Events are handled one after the
/// other, so that the answers of the cloud are seen in order.
actor SimulatedDriver {
  private let account: SimulatedAccount
  private let plate: String
  private var random: SplitMix64
  private var location: Location
  /// The corners of the way that is ahead.
  private var way: [Location] = []
  private var lastMove: Date?
  private var ride: Ride?
  private var hasShift = false
  /// Whether the status is known: after a change without an answer it is read again.
  private var isCurrent = false
  private var lastOffer: Identifier<RideOffer>?
  private var openOffer: RideOffer?

  /// Opens an account and registers a car.
  init(_ number: Int, of simulation: Simulation) async throws(CloudError) {
    let account = try await SimulatedAccount("driver", number, of: simulation)
    var random = account.random
    location = random.nextLocation(from: .defaultLocation, meters: 0...3000)
    // No other driver of any seed is likely to have the plate.
    let seed = String(simulation.seed % 60_466_176, radix: 36, uppercase: true)
    plate = "\(seed)-\(String(46_656 + number, radix: 36, uppercase: true))"
    let car = DriverCar(plate: plate, model: "Mazda 2", option: random.nextOption())
    (self.account, self.random) = (account, random)
    account.registry.withLock { [plate] in _ = $0.plates.insert(plate) }
    do throws(CloudError) {
      _ = try await account.client.call(
        CloudAPI.registerDriver, body: car, session: account.session)
    } catch {
      // The shift of an earlier run goes on with the same car.
      guard case .refused(let detail) = error, detail.code == .shiftOpen else { throw error }
    }
  }

  /// Works until the task is cancelled.
  func run() async {
    // The reports of all drivers are spread over the time between two of one.
    try? await account.clock.sleep(for: .seconds(random.nextPart() * 4))
    await move()
    for await event in account.events() {
      switch event {
      case nil: await move()
      case .driving?, .reset?: await look()
      default: continue
      }
      await answer()
    }
  }

  /// Moves, and reports the position; begins the shift until the cloud has confirmed that.
  private func move() async {
    let sent = account.clock.now
    let elapsed = lastMove.map { sent.timeIntervalSince($0) } ?? 1
    // Events that have waited for slow answers come all at once.
    guard elapsed >= 1 else { return }
    lastMove = sent
    if ride != nil { location.move(meters: elapsed * Location.citySpeed, along: &way) }
    let position = DriverPosition(location)
    let isHeard: Bool
    if hasShift {
      isHeard = (try? await account.call(CloudAPI.reportPosition, Empty(), position)) != nil
    } else {
      observe(try? await account.call(CloudAPI.startShift, Empty(), position))
      isHeard = hasShift
    }
    let now = account.clock.now
    if isHeard {
      account.registry.withLock { $0.reported(by: plate, sent: sent, acknowledged: now) }
    }
    if !isHeard || !isCurrent { await look() }
    if let ride, way.isEmpty { try? await advance(ride) }
  }

  private func look() async { observe(try? await account.call(CloudAPI.driver, Empty(), Empty())) }

  /// Takes in the status after a call; `nil` without an answer.
  private func observe(_ status: DriverStatus?) {
    isCurrent = status != nil
    guard let status else { return }
    hasShift = status.shift != nil
    account.registry.withLock { $0.saw(status, plate) }
    let (current, now) = (status.ride?.ride, account.clock.now)
    if current?.id != ride?.id {
      account.registry.withLock { $0.driver(plate, holds: current?.id, at: now) }
      way = current?.approach ?? []
    }
    if let current, current.state == .onTrip, ride?.state != .onTrip { way = current.route }
    ride = current
    // The cloud reads the ride before the offer, so an offer beside a ride may be newer than it.
    guard current == nil, let offer = status.offer, offer.id != lastOffer else { return }
    (lastOffer, openOffer) = (offer.id, offer)
    let trip = OfferedTrip(
      from: offer.pickup.location, to: offer.dropoff.location, for: offer.price)
    account.registry.withLock { $0.offered(trip, at: now) }
  }

  /// Accepts or declines an open offer after a while, or leaves it.
  private func answer() async {
    guard let offer = openOffer else { return }
    openOffer = nil
    let (seconds, part) = (Double.random(in: 1...8, using: &random), random.nextPart())
    guard (try? await account.clock.sleep(for: .seconds(seconds))) != nil, part < 0.95
    else { return }
    let accepts = part < 0.85
    // The cloud reads its clock later than this, so an answer that was sent too late is too late.
    let sent = account.clock.now
    let endpoint = accepts ? CloudAPI.acceptOffer : CloudAPI.declineOffer
    let status = try? await account.call(endpoint, OfferParameters(offer: offer.id), Empty())
    if status != nil, accepts {
      account.registry.withLock { $0.accepted(by: plate, sent: sent, expiry: offer.expiresAt) }
    } else if status != nil {
      account.registry.withLock { $0.report.declined += 1 }
    }
    observe(status)
  }

  /// Takes the next step of a ride; each may be repeated.
  private func advance(_ ride: Ride) async throws {
    let step: RideAdvance.Step =
      ride.state == .onTrip ? .complete : ride.state == .arrived ? .start : .arrive
    let parameters = RideParameters(ride: ride.id)
    // The rider says the code when the rider has seen it.
    let code = step == .start ? account.registry.withLock { $0.code(of: ride.id, for: plate) } : nil
    guard step != .start || code != nil else { return }
    isCurrent = false
    let status = try await account.call(
      CloudAPI.advanceRide, parameters, RideAdvance(step, code: code), insists: true)
    if status != nil, step == .complete {
      account.registry.withLock { $0.completed(ride.id, by: plate) }
      _ = try? await account.call(CloudAPI.rateRide, parameters, RideRating(stars: 5))
    }
    observe(status)
  }

  /// Completes a trip under way and ends the shift, after the run. Rides whose trips have not begun
  /// have to be cancelled before.
  func endShift() async throws {
    observe(try await account.call(CloudAPI.driver, Empty(), Empty(), insists: true))
    if let ride, ride.state == .onTrip { try await advance(ride) }
    _ = try await account.call(CloudAPI.endShift, Empty(), Empty(), insists: true)
  }
}
