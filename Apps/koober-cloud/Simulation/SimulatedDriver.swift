import Basics
import Core
import FoundationEssentials

/// A driver who reports positions, answers offers and drives rides.
///
/// Signals are handled one after the other, so that the answers of the cloud are seen in order.
actor SimulatedDriver {
  enum Signal: Sendable {
    case tick, changed
    case answer(RideOffer)
  }

  /// 25 km/h, in meters per second.
  private static let speed = 25_000.0 / 3600
  private static let reportInterval = Duration.seconds(4)

  private let account: SimulatedAccount
  private let session: UserSession
  private var random: SplitMix64
  private var path: RemainingPath
  private var ride: Ride?
  private var lastMove: Date
  private var lastOffer: Identifier<RideOffer>?
  /// An offer that was seen and has no answer planned.
  private var openOffer: RideOffer?

  private var client: CloudClient { account.client }
  private var registry: SimulationRegistry { account.registry }

  /// Opens an account and registers a car.
  init(_ account: SimulatedAccount) async throws(CloudError) {
    let session = try await account.signUp()
    var random = account.makeGenerator()
    let start = random.nextLocation(from: .defaultLocation, meters: 0...3000)
    let car = DriverCar(
      plate: Self.plate(account), model: "Mazda 2", option: random.nextOption())
    do throws(CloudError) {
      _ = try await account.client.call(CloudAPI.registerDriver, body: car, session: session)
    } catch {
      // The shift of an earlier run goes on with the same car.
      guard case .refused(let detail) = error, detail.code == .shiftOpen else { throw error }
    }
    account.registry.register(account.name, plate: car.plate)
    self.account = account
    self.session = session
    self.random = random
    path = RemainingPath(from: start, along: [])
    lastMove = account.clock.now
  }

  /// A plate that no other driver of any seed is likely to have.
  private static func plate(_ account: SimulatedAccount) -> String {
    let seed = String(account.seed % 60_466_176, radix: 36, uppercase: true)
    return "\(seed)-\(String(account.number, radix: 36, uppercase: true))"
  }

  /// Works until the task is cancelled.
  func run() async {
    let position = DriverPosition(path.location)
    lastMove = account.clock.now
    let status = await registry.attempt { [client, session] in
      try await client.call(CloudAPI.startShift, body: position, session: session)
    }
    if let status { observe(status) }
    let (signals, continuation) = AsyncStream<Signal>.makeStream()
    await withDiscardingTaskGroup { group in
      group.addTask { [account, session] in
        await account.follow(session) { event in
          switch event {
          case .driving, .reset: continuation.yield(.changed)
          default: break
          }
        }
      }
      group.addTask { [account] in
        while (try? await account.clock.sleep(for: Self.reportInterval)) != nil {
          continuation.yield(.tick)
        }
      }
      for await signal in signals {
        guard let (offer, delay) = await handle(signal) else { continue }
        group.addTask { [account] in
          guard (try? await account.clock.sleep(for: delay)) != nil else { return }
          continuation.yield(.answer(offer))
        }
      }
    }
  }

  /// Returns an offer to answer later.
  private func handle(_ signal: Signal) async -> (RideOffer, Duration)? {
    switch signal {
    case .tick: await move()
    case .changed: await look()
    case .answer(let offer): await answer(offer)
    }
    guard let offer = openOffer else { return nil }
    openOffer = nil
    return (offer, .seconds(random.next(in: 1...8)))
  }

  private func look() async {
    let status = await registry.attempt { [client, session] in
      try await client.call(CloudAPI.driver, session: session)
    }
    if let status { observe(status) }
  }

  private func observe(_ status: DriverStatus) {
    let current = status.ride?.ride
    let wasOnTrip = ride?.state == .onTrip
    if current?.id != ride?.id {
      registry.driver(account.name, holds: current?.id, at: account.clock.now)
      path = RemainingPath(from: path.location, along: current?.approach ?? [])
    }
    if let current, current.state == .onTrip, !wasOnTrip {
      path = RemainingPath(from: path.location, along: current.route)
    }
    ride = current
    guard let offer = status.offer, offer.id != lastOffer else { return }
    lastOffer = offer.id
    openOffer = offer
    registry.count(\.offers)
  }

  private func answer(_ offer: RideOffer) async {
    let parameters = OfferParameters(offer: offer.id)
    switch random.nextPart() {
    case ..<0.85:
      // The cloud reads its clock later than this, so an answer that was sent too late is too late.
      let sent = account.clock.now
      let status = await registry.attempt { [client, session] in
        try await client.call(CloudAPI.acceptOffer, parameters: parameters, session: session)
      }
      guard let status else { return }
      registry.accepted(by: account.name, sent: sent, expiry: offer.expiresAt)
      observe(status)
    case ..<0.95:
      let status = await registry.attempt { [client, session] in
        try await client.call(CloudAPI.declineOffer, parameters: parameters, session: session)
      }
      guard let status else { return }
      registry.count(\.declined)
      observe(status)
    default: break
    }
  }

  private func move() async {
    let sent = account.clock.now
    let elapsed = sent.timeIntervalSince(lastMove)
    // Ticks that have waited for slow answers come all at once.
    guard elapsed >= 1 else { return }
    lastMove = sent
    if ride != nil { path.move(meters: elapsed * Self.speed) }
    let position = DriverPosition(path.location)
    let answer = await registry.attempt { [client, session] in
      try await client.call(CloudAPI.reportPosition, body: position, session: session)
    }
    if answer != nil {
      registry.reported(by: account.name, sent: sent, acknowledged: account.clock.now)
    }
    if let ride, path.isFinished { await advance(ride) }
  }

  private func advance(_ ride: Ride) async {
    let step: RideAdvance.Step
    switch ride.state {
    case .onTrip: step = .complete
    case .arrived: step = .start
    case .accepted, .arriving: step = .arrive
    case .requested, .completed, .cancelled: return await look()
    }
    let parameters = RideParameters(ride: ride.id)
    let status = await registry.attempt { [client, session] in
      try await client.call(
        CloudAPI.advanceRide, parameters: parameters, body: RideAdvance(step), session: session)
    }
    guard let status else { return await look() }
    if step == .complete { registry.completed(ride.id, by: account.name) }
    observe(status)
    guard step == .complete else { return }
    await registry.attempt { [client, session] in
      try await client.call(
        CloudAPI.rateRide, parameters: parameters, body: RideRating(stars: 5), session: session)
    }
  }

  /// Completes a trip under way, after the run.
  func drain() async {
    await look()
    if let ride, ride.state == .onTrip { await advance(ride) }
  }

  /// Ends the shift, after the rides that were not completed are cancelled.
  func endShift() async {
    // A start that was sent at the end of the run may have come after the cancellation.
    await drain()
    await registry.attempt { [client, session] in
      try await client.call(CloudAPI.endShift, session: session)
    }
  }
}
