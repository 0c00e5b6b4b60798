import Core
import CoreTesting
import FoundationEssentials
import Synchronization

@testable import SignedIn

/// A cloud that answers in the order of the test's script and records the calls.
final class FakeRideRemoteAPI: RideRemoteAPI {
  struct Sent: Equatable {
    let request: RideRequest
    let idempotencyKey: String
  }

  private struct State {
    var sent: [Sent] = []
    var optionLoads = 0
    var historyLoads = 0
    var ratings: [Identifier<Ride>: Int] = [:]
    var tips: [Identifier<Ride>: Int] = [:]
    var agreedFees: [Int?] = []
    var blocks: [Identifier<Ride>: Bool] = [:]
    var rides: [Result<Ride, CloudError>]
    var options: [Result<[RideOption], CloudError>]
    var cars: [Result<[NearbyCar], CloudError>]
  }

  private let state: Mutex<State>
  private let cancellation: Result<Ride, CloudError>
  private let gate: Gate?
  private let statusGate: Gate?
  private let carsGate: Gate?
  private let route: [Location]

  /// Each call takes the next answer of its kind; the last one is given again and again.
  ///
  /// - Parameters:
  ///   - gate: Where requests, cancellations and stars wait after they were recorded.
  ///   - statusGate: Where questions for the current ride wait.
  ///   - carsGate: Where questions for cars wait.
  ///   - route: The way of every trip.
  init(
    rides: [Result<Ride, CloudError>] = [.success(.sample())],
    options: [Result<[RideOption], CloudError>] = [.success(RideOption.samples)],
    cars: [Result<[NearbyCar], CloudError>] = [.success([])],
    cancellation: Result<Ride, CloudError> = .success(.sample(state: .cancelled)),
    gate: Gate? = nil, statusGate: Gate? = nil, carsGate: Gate? = nil, route: [Location] = []
  ) {
    self.route = route
    self.statusGate = statusGate
    self.carsGate = carsGate
    self.cancellation = cancellation
    self.gate = gate
    state = Mutex(State(rides: rides, options: options, cars: cars))
  }

  var sent: [Sent] { state.withLock { $0.sent } }
  var optionLoads: Int { state.withLock { $0.optionLoads } }
  var ratings: [Identifier<Ride>: Int] { state.withLock { $0.ratings } }
  var tips: [Identifier<Ride>: Int] { state.withLock { $0.tips } }
  /// The fees that the cancellations have agreed to.
  var agreedFees: [Int?] { state.withLock { $0.agreedFees } }
  var blocks: [Identifier<Ride>: Bool] { state.withLock { $0.blocks } }
  var historyLoads: Int { state.withLock { $0.historyLoads } }

  func rideOptions(for trip: Trip) throws(CloudError) -> RideOptionList {
    let options = try state.withLock { state in
      state.optionLoads += 1
      return state.options.count > 1 ? state.options.removeFirst() : state.options[0]
    }.get()
    return RideOptionList(options: options, route: MapLine(route))
  }

  func nearbyCars(around location: Location) async throws(CloudError) -> [NearbyCar] {
    await carsGate?.pass()
    return try state.withLock { state in
      state.cars.count > 1 ? state.cars.removeFirst() : state.cars[0]
    }.get()
  }

  func requestRide(
    _ request: RideRequest, idempotencyKey: String
  ) async throws(CloudError) -> Ride {
    state.withLock { $0.sent.append(Sent(request: request, idempotencyKey: idempotencyKey)) }
    await gate?.pass()
    return try nextRide()
  }

  func rateRide(_ id: Identifier<Ride>, stars: Int) async throws(CloudError) {
    state.withLock { $0.ratings[id] = stars }
    await gate?.pass()
  }

  func tipRide(_ id: Identifier<Ride>, minorUnits: Int) async throws(CloudError) -> Ride {
    state.withLock { $0.tips[id] = minorUnits }
    await gate?.pass()
    var ride = try nextRide()
    ride.tip = Money(currency: ride.price.currency, minorUnits: minorUnits)
    return ride
  }

  func block(driverOf id: Identifier<Ride>, _ isBlocked: Bool) async throws(CloudError) {
    state.withLock { $0.blocks[id] = isBlocked }
    await gate?.pass()
  }

  func currentRide() async throws(CloudError) -> Ride {
    await statusGate?.pass()
    return try nextRide()
  }
  func ride(_ id: Identifier<Ride>) throws(CloudError) -> Ride { try nextRide() }
  func newest(_ known: Ride) throws(CloudError) -> Ride { try nextRide() }
  func ride(named name: Identifier<Ride>?) throws(CloudError) -> Ride { try nextRide() }
  func cancelRide(
    _ id: Identifier<Ride>, agreeingTo fee: Int?
  ) async throws(CloudError) -> Ride {
    state.withLock { $0.agreedFees.append(fee) }
    await gate?.pass()
    return try cancellation.get()
  }

  func rideHistory(limit: Int) throws(CloudError) -> [Ride] {
    state.withLock { $0.historyLoads += 1 }
    return [try nextRide()]
  }

  private func nextRide() throws(CloudError) -> Ride {
    try state.withLock { state in
      state.rides.count > 1 ? state.rides.removeFirst() : state.rides[0]
    }.get()
  }
}

extension RideOption {
  /// The three kinds for one trip.
  static let samples = samples(quoted: "first")

  /// The three kinds for one trip, with a quote and a price.
  static func samples(quoted quote: String, cents: Int = 1000) -> [RideOption] {
    RideOptionKind.allCases.map { kind in
      RideOption(
        id: kind, price: Money(currency: "AUD", minorUnits: cents), secondsUntilPickup: 120,
        distanceMeters: 1315, durationSeconds: 240,
        quote: Quote(
          id: Identifier("\(quote)-\(kind)"), expiresAt: Date(timeIntervalSince1970: 300)))
    }
  }
}
