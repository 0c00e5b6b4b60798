import Basics
import Core
import FoundationEssentials

/// A driver who tries to get around a rule, again and again; the registry is told when the cloud lets it.
actor HostileDriver {
  enum Attack: CaseIterable, Sendable {
    /// Is at once wherever a ride begins.
    case jumps
    /// Starts trips without the rider.
    case guesses
    /// Looks at offers and rides for addresses, and gives the rides back.
    case collects
    /// Lets offers lapse.
    case misses
    /// Accepts, stands still and waits for a fee.
    case stands
    /// Goes on after a suspension; only where there is an operator.
    case returns
  }

  private let attack: Attack
  private let account: SimulatedAccount
  private let plate: String
  private let decide: Simulation.Decision?
  private var random: SplitMix64
  private var place: Location

  init(_ attack: Attack, _ number: Int, of simulation: Simulation) async throws(CloudError) {
    let account = try await SimulatedAccount("hostile-driver", number, of: simulation)
    let seed = String(simulation.seed % 60_466_176, radix: 36, uppercase: true)
    (self.attack, self.account, decide) = (attack, account, simulation.decide)
    plate = "X\(seed)-\(String(46_656 + number, radix: 36, uppercase: true))"
    random = account.random
    place = random.nextLocation(from: .defaultLocation, meters: 0...1500)
    account.registry.withLock { [plate] in _ = $0.plates.insert(plate) }
    let car = DriverCar(plate: plate, model: "Mazda 2", option: .wallabee)
    _ = await account.attempt(CloudAPI.registerDriver, Empty(), car)
  }

  /// Attacks until the task is cancelled.
  func run() async {
    while (try? await account.clock.sleep(for: .seconds(2))) != nil {
      guard let status = await look() else { continue }
      if let offer = status.offer, attack != .misses { await answer(offer) }
      if let ride = status.ride?.ride { await abuse(ride) }
      await move(status.ride?.ride)
      if attack == .returns { await returnAfterSuspension() }
    }
  }

  /// Gives back what would be under way after the run.
  func leave() async {
    guard let status = await look() else { return }
    if let ride = status.ride?.ride { await giveBack(ride) }
    _ = await account.attempt(CloudAPI.endShift, Empty(), Empty())
  }

  /// Reads the status, and begins a shift where none is open.
  private func look() async -> DriverStatus? {
    guard case .success(var status) = await account.attempt(CloudAPI.driver, Empty(), Empty())
    else { return nil }
    if status.shift == nil {
      let begun = await account.attempt(CloudAPI.startShift, Empty(), DriverPosition(place))
      guard case .success(let started) = begun else { return nil }
      status = started
      let now = account.clock.now
      account.registry.withLock { [plate, place] in $0.began(plate, at: place, now) }
    }
    account.registry.withLock { [plate, status] in
      $0.saw(status, plate)
      $0.earned(status, plate)
    }
    return status
  }

  private func answer(_ offer: RideOffer) async {
    _ = await account.attempt(CloudAPI.acceptOffer, OfferParameters(offer: offer.id), Empty())
  }

  private func abuse(_ ride: Ride) async {
    let parameters = RideParameters(ride: ride.id)
    switch attack {
    case .jumps, .guesses:
      let left = (ride.car?.location ?? place).distance(to: ride.pickup.location)
      let arrival = await account.attempt(CloudAPI.advanceRide, parameters, RideAdvance(.arrive))
      if case .success = arrival {
        account.registry.withLock { [plate] in $0.arrived(plate, at: ride.id, from: left) }
      }
      let code = String(String(10_000 + random.next(below: 10_000)).dropFirst())
      let start = await account.attempt(
        CloudAPI.advanceRide, parameters, RideAdvance(.start, code: code))
      account.registry.withLock { [plate] in
        $0.tried(code, by: plate, for: ride.id, start.map { _ in () })
      }
      let end = await account.attempt(CloudAPI.advanceRide, parameters, RideAdvance(.complete))
      if case .success = end {
        account.registry.withLock { [plate] in $0.completedWithoutStart(ride.id, by: plate) }
      }
    case .collects, .returns: await giveBack(ride)
    case .stands, .misses:
      // Now and then the rider gets another driver.
      if random.nextPart() < 0.01 { await giveBack(ride) }
    }
  }

  private func giveBack(_ ride: Ride) async {
    _ = await account.attempt(
      CloudAPI.abandonRide, RideParameters(ride: ride.id), RideAbandonment(.other))
  }

  /// Reports a position: the pick-up of the ride at once, anywhere, or the same one.
  private func move(_ ride: Ride?) async {
    var target = place
    switch attack {
    case .jumps:
      target =
        ride?.pickup.location ?? random.nextLocation(from: .defaultLocation, meters: 0...20_000)
    case .guesses:
      var way = [ride?.pickup.location ?? place]
      // As fast as the cloud believes, so that the code can be guessed soon.
      target.move(meters: 120, along: &way)
    case .collects, .misses, .stands, .returns: break
    }
    let sent = account.clock.now
    let report = await account.attempt(CloudAPI.reportPosition, Empty(), DriverPosition(target))
    guard case .success = report else {
      if attack == .jumps { account.registry.withLock { _ = $0.hostile.seen.insert("jump") } }
      return
    }
    place = target
    let now = account.clock.now
    account.registry.withLock { [plate] in $0.moved(plate, to: target, sent: sent, now) }
  }

  private func returnAfterSuspension() async {
    guard let decide, random.nextPart() < 0.05, (try? await decide(plate, true)) != nil else {
      return
    }
    let begun = await account.attempt(CloudAPI.startShift, Empty(), DriverPosition(place))
    if case .success = begun {
      account.registry.withLock { [plate] in $0.record("\(plate) drives although suspended") }
    }
    try? await decide(plate, false)
  }
}
