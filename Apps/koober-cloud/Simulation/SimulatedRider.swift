import Basics
import Core
import FoundationEssentials

/// A rider who requests rides, cancels a few, and follows them to their ends.
actor SimulatedRider {
  enum Signal: Sendable {
    /// A ride is to be requested; it was meant to be at the date.
    case due(Date)
    case ride(Ride)
    case changed
    case cancel(Identifier<Ride>)
  }

  typealias Later = (signal: Signal, delay: Duration)

  /// The ride under way.
  private struct CurrentRide {
    let id: Identifier<Ride>
    /// Latencies begin when the request was meant to be sent. Begun when it was sent, they would
    /// leave out the waits for a slow cloud, during which no request is made ("coordinated
    /// omission").
    let intended: Date
    var isAccepted = false
    var isPickedUp = false
  }

  /// The mean time between two rides, in seconds.
  private static let thinkTime = 300.0

  private let account: SimulatedAccount
  private let session: UserSession
  private var random: SplitMix64
  private var trip: CurrentRide?
  private var requestCount = 0

  private var client: CloudClient { account.client }
  private var registry: SimulationRegistry { account.registry }

  /// Opens an account.
  init(_ account: SimulatedAccount) async throws(CloudError) {
    session = try await account.signUp()
    random = account.makeGenerator()
    self.account = account
  }

  /// Rides until the task is cancelled.
  func run() async {
    let (signals, continuation) = AsyncStream<Signal>.makeStream()
    let first = think()
    await withDiscardingTaskGroup { group in
      group.addTask { [account, session] in
        await account.follow(session) { event in
          switch event {
          case .ride(let live) where live.isOwn: continuation.yield(.ride(live.ride))
          case .reset: continuation.yield(.changed)
          default: break
          }
        }
      }
      func schedule(_ later: Later) {
        group.addTask { [account] in
          guard (try? await account.clock.sleep(for: later.delay)) != nil else { return }
          continuation.yield(later.signal)
        }
      }
      schedule(first)
      for await signal in signals {
        for later in await handle(signal) { schedule(later) }
      }
    }
  }

  /// Draws the time of the next request.
  private func think() -> Later {
    let seconds = random.nextExponential(mean: Self.thinkTime)
    return (.due(account.clock.now + seconds), .seconds(seconds))
  }

  private func handle(_ signal: Signal) async -> [Later] {
    switch signal {
    case .due(let intended): return await request(intended: intended)
    case .ride(let ride): return await observe(ride)
    case .changed:
      guard let trip else { return [] }
      let ride = await registry.attempt { [client, session] in
        try await client.call(
          CloudAPI.ride, parameters: RideParameters(ride: trip.id), session: session)
      }
      guard let ride else { return [] }
      return await observe(ride)
    case .cancel(let id):
      guard id == trip?.id, trip?.isPickedUp == false, let ride = await cancel(id) else {
        return []
      }
      return await observe(ride)
    }
  }

  /// Requests a ride at the quoted price.
  private func request(intended: Date) async -> [Later] {
    let pickup = random.nextLocation(from: .defaultLocation, meters: 0...3000)
    let dropoff = random.nextLocation(from: pickup, meters: 1000...5000)
    let kind = random.nextOption()
    let willCancel = random.nextPart() < 0.05
    let patience = random.next(in: 0...300)
    requestCount += 1
    let options = await registry.attempt { [client, session] in
      try await client.call(
        CloudAPI.rideOptions, parameters: Trip(pickup: pickup, dropoff: dropoff), session: session)
    }
    guard let option = options?.options.first(where: { $0.id == kind }) else { return [think()] }
    let request = RideRequest(
      pickup: Waypoint(pickup), dropoff: Waypoint(dropoff), option: kind, quote: option.quote.id)
    // An account that is used again has keys of an earlier run.
    let key = "\(Int(account.clock.now.timeIntervalSince1970))-\(requestCount)"
    let ride = await registry.attempt { [client, session] in
      try await client.call(
        CloudAPI.requestRide, body: request, session: session, idempotencyKey: key)
    }
    guard let ride else { return [think()] }
    registry.requested(ride.id, price: option.price)
    trip = CurrentRide(id: ride.id, intended: intended)
    let later = await observe(ride)
    return later + (willCancel ? [(.cancel(ride.id), .seconds(patience))] : [])
  }

  /// Takes in a state of the current ride; returns the next request after its end.
  private func observe(_ ride: Ride) async -> [Later] {
    guard var current = trip, current.id == ride.id else { return [] }
    let waited = account.clock.now.timeIntervalSince(current.intended)
    if ride.driver != nil, !current.isAccepted {
      current.isAccepted = true
      registry.acceptance(after: waited)
    }
    if ride.state == .onTrip, !current.isPickedUp {
      current.isPickedUp = true
      registry.pickup(after: waited)
    }
    trip = current
    guard ride.state.isEnded else { return [] }
    trip = nil
    registry.ended(ride)
    if ride.state == .completed {
      await registry.attempt { [client, session] in
        try await client.call(
          CloudAPI.rateRide, parameters: RideParameters(ride: ride.id), body: RideRating(stars: 5),
          session: session)
      }
    }
    return [think()]
  }

  private func cancel(_ id: Identifier<Ride>) async -> Ride? {
    await registry.attempt { [client, session] in
      try await client.call(
        CloudAPI.cancelRide, parameters: RideParameters(ride: id), session: session)
    }
  }

  /// Cancels the ride under way, after the run.
  func drain() async {
    for ride in await history(limit: 1) where ride.state.isCancellable { _ = await cancel(ride.id) }
  }

  /// Compares all rides with what was acknowledged.
  func check() async {
    for ride in await history(limit: PageRequest.largestLimit) {
      registry.ended(ride)
      registry.check(ride)
    }
  }

  private func history(limit: Int) async -> [Ride] {
    let list = await registry.attempt { [client, session] in
      try await client.call(
        CloudAPI.rideHistory, parameters: PageRequest(limit: limit), session: session)
    }
    return list?.rides ?? []
  }
}
