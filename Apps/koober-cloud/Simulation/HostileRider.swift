import Basics
import Core
import FoundationEssentials

/// A rider who tries to get around a rule, again and again; the registry is told when the cloud lets it.
actor HostileRider {
  enum Attack: CaseIterable, Sendable {
    /// Reads and changes the rides of others.
    case snoops
    /// Rates the driver with one star, or blocks the driver, and requests again.
    case blocks
    /// Cancels at every moment, and agrees to no fee.
    case cancels
    /// Deletes the account after a ride, and comes back.
    case deletes
  }

  private let attack: Attack
  private let number: Int
  private let simulation: Simulation
  private var account: SimulatedAccount
  private var returns = 0
  private var random: SplitMix64
  private var blocked: Set<String> = []
  private var ride: Ride?

  init(_ attack: Attack, _ number: Int, of simulation: Simulation) async throws(CloudError) {
    account = try await SimulatedAccount("hostile-rider", number, of: simulation)
    (self.attack, self.number, self.simulation) = (attack, number, simulation)
    random = account.random
  }

  /// Attacks until the task is cancelled.
  func run() async {
    while (try? await account.clock.sleep(for: .seconds(3))) != nil {
      if attack == .snoops { await snoop() }
      guard let ride = await current() else {
        if attack != .snoops { await request() }
        continue
      }
      switch attack {
      case .snoops: break
      case .cancels: if random.nextPart() < 0.1 { await cancel(ride) }
      case .blocks: await block(ride)
      case .deletes: await delete(ride)
      }
    }
  }

  /// Cancels what would be under way after the run.
  func leave() async {
    guard let ride = await current(), ride.state.isCancellable else { return }
    _ = await account.attempt(CloudAPI.cancelRide, RideCancelling(ride: ride.id), Empty())
  }

  /// The ride under way.
  private func current() async -> Ride? {
    guard case .success(let ride) = await account.attempt(CloudAPI.currentRide, Empty(), Empty()),
      !ride.state.isEnded
    else { return nil }
    account.registry.withLock { [blocked] in
      $0.observe(ride, at: account.clock.now)
      $0.matched(ride, blocked: blocked)
    }
    return ride
  }

  private func request() async {
    let pickup = random.nextLocation(from: .defaultLocation, meters: 0...2000)
    let dropoff = random.nextLocation(from: pickup, meters: 1000...3000)
    let trip = Trip(pickup: pickup, dropoff: dropoff)
    let list = await account.attempt(CloudAPI.rideOptions, trip, Empty())
    guard case .success(let options) = list,
      let option = options.options.first(where: { $0.id == .wallabee })
    else { return }
    _ = await account.attempt(
      CloudAPI.requestRide, Empty(),
      RideRequest(
        pickup: Waypoint(pickup), dropoff: Waypoint(dropoff), option: .wallabee,
        quote: option.quote.id))
  }

  private func cancel(_ ride: Ride) async {
    let cancelling = RideCancelling(ride: ride.id, fee: 0)
    guard case .success(let ended) = await account.attempt(CloudAPI.cancelRide, cancelling, Empty())
    else { return }
    account.registry.withLock { $0.cancelled(ended, agreedTo: 0) }
  }

  private func block(_ ride: Ride) async {
    guard ride.car != nil else { return }
    let parameters = RideParameters(ride: ride.id)
    let block = await account.attempt(CloudAPI.blockOtherSide, parameters, Empty())
    let cancelling = RideCancelling(ride: ride.id)
    // The ride that is blocked goes on unless it is cancelled; then it has the driver who was blocked.
    guard case .success = block,
      case .success(let ended) = await account.attempt(CloudAPI.cancelRide, cancelling, Empty()),
      let plate = ended.car?.plate, plate == ride.car?.plate
    else { return }
    blocked.insert(plate)
  }

  /// Deletes the account while a driver accepts or drives, and opens another one.
  private func delete(_ ride: Ride) async {
    guard random.nextPart() < 0.2 else { return }
    _ = await account.attempt(CloudAPI.cancelRide, RideCancelling(ride: ride.id), Empty())
    let deletion = AccountDeletion(password: account.password)
    guard case .success = await account.attempt(CloudAPI.deleteAccount, Empty(), deletion) else {
      return
    }
    returns += 1
    let next = try? await SimulatedAccount(
      "hostile-rider", number + 1000 * returns, of: simulation)
    account = next ?? account
  }

  /// Calls every endpoint that takes a ride, with the ride of another rider.
  private func snoop() async {
    guard let id = account.registry.withLock({ $0.anyRide(random.next()) }) else { return }
    let parameters = RideParameters(ride: id)
    await attempt(CloudAPI.ride, RideReading(ride: id), Empty(), on: id)
    await attempt(CloudAPI.cancelRide, RideCancelling(ride: id), Empty(), on: id)
    await attempt(CloudAPI.tipDriver, parameters, RideTip(minorUnits: 100), on: id)
    await attempt(CloudAPI.rateRide, parameters, RideRating(stars: 1), on: id)
    await attempt(CloudAPI.blockOtherSide, parameters, Empty(), on: id)
    await attempt(CloudAPI.createRideLink, parameters, Empty(), on: id)
    await attempt(CloudAPI.advanceRide, parameters, RideAdvance(.start, code: "0000"), on: id)
    await attempt(CloudAPI.abandonRide, parameters, RideAbandonment(.other), on: id)
  }

  private func attempt<Parameters, Body, Response>(
    _ endpoint: Endpoint<Parameters, Body, Response>, _ parameters: Parameters, _ body: Body,
    on ride: Identifier<Ride>
  ) async {
    guard case .success = await account.attempt(endpoint, parameters, body) else { return }
    account.registry.withLock {
      $0.record("a stranger may call \(endpoint.name) on the ride \(ride)")
    }
  }
}
