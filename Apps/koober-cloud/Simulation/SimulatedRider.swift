import Basics
import Core
import FoundationEssentials

/// A rider who requests rides, cancels a few, and follows them to their ends.
struct SimulatedRider: Sendable {
  private let account: SimulatedAccount

  init(_ number: Int, of simulation: Simulation) async throws(CloudError) {
    account = try await SimulatedAccount("rider", number, of: simulation)
  }

  /// Rides until the task is cancelled.
  func run() async {
    var random = account.random
    while !Task.isCancelled {
      // The mean time between two rides is five minutes.
      let seconds = random.nextExponential(mean: 300)
      let patience = random.nextPart() < 0.05 ? 300 * random.nextPart() : .infinity
      // Latencies begin when the request was meant to be sent. Begun when it was sent, they would
      // leave out the waits for a slow cloud ("coordinated omission").
      let intended = account.clock.now + seconds
      guard (try? await account.clock.sleep(for: .seconds(seconds))) != nil else { return }
      guard let ride = try? await request(intended: intended, &random) else { continue }
      await follow(ride, cancellingAfter: patience)
    }
  }

  /// Requests a ride at the quoted price; `nil` when the cloud refuses it.
  func request(intended: Date, _ random: inout SplitMix64) async throws -> Ride? {
    let pickup = random.nextLocation(from: .defaultLocation, meters: 0...3000)
    let dropoff = random.nextLocation(from: pickup, meters: 1000...5000)
    let kind = random.nextOption()
    let trip = Trip(pickup: pickup, dropoff: dropoff)
    let list = try await account.call(CloudAPI.rideOptions, trip, Empty(), insists: true)
    guard let option = list?.options.first(where: { $0.id == kind }) else { return nil }
    let request = RideRequest(
      pickup: Waypoint(pickup), dropoff: Waypoint(dropoff), option: kind, quote: option.quote.id)
    // All repetitions have one key. An account that is used again has those of an earlier run.
    let key = "\(Int(intended.timeIntervalSince1970 * 1000))"
    let offered = OfferedTrip(from: pickup, to: dropoff, for: option.price)
    account.registry.withLock { $0.requesting(offered, intended: intended) }
    let ride = try await account.call(
      CloudAPI.requestRide, Empty(), request, key: key, insists: true)
    guard let ride else { return nil }
    account.registry.withLock { $0.requested(ride.id, price: option.price, intended: intended) }
    return ride
  }

  /// Follows a ride to its end; there is a stream only meanwhile.
  private func follow(_ requested: Ride, cancellingAfter patience: Double) async {
    var (ride, cancellation) = (requested, account.clock.now + patience)
    for await event in account.events() {
      switch event {
      case .ride(let live)? where live.ride.id == ride.id: ride = live.ride
      // The ride may have changed before the stream was there.
      case .reset?:
        let seen = try? await account.call(
          CloudAPI.ride, RideReading(ride: ride.id), Empty(), insists: true)
        ride = seen ?? ride
      case nil where account.clock.now >= cancellation && ride.state.isCancellable:
        cancellation = .distantFuture
        let cancelling = RideCancelling(ride: ride.id)
        ride = (try? await account.call(CloudAPI.cancelRide, cancelling, Empty())) ?? ride
      default: continue
      }
      account.registry.withLock { $0.observe(ride, at: account.clock.now) }
      if ride.state.isEnded { break }
    }
    guard ride.state == .completed else { return }
    let parameters = RideParameters(ride: ride.id)
    _ = try? await account.call(CloudAPI.rateRide, parameters, RideRating(stars: 5))
  }

  /// Cancels the ride under way, after the run; also one whose request had no answer.
  func drain() async throws {
    for ride in try await history(limit: 1) where ride.state.isCancellable {
      let parameters = RideCancelling(ride: ride.id)
      // It is refused for a trip that has begun, which its driver completes.
      _ = try await account.call(CloudAPI.cancelRide, parameters, Empty(), insists: true)
    }
  }

  /// Compares all rides with what was acknowledged.
  func check() async throws {
    for ride in try await history(limit: PageRequest.largestLimit) {
      account.registry.withLock { $0.check(ride) }
    }
  }

  private func history(limit: Int) async throws -> [Ride] {
    let page = PageRequest(limit: limit)
    let list = try await account.call(CloudAPI.rideHistory, page, Empty(), insists: true)
    return list?.rides ?? []
  }
}
