import CloudDomain
import CloudRoutes
import Core
import FoundationEssentials

/// Decides what a trip would cost, which car would come, and when.
struct RidePlanner: Sendable {
  /// How long a driver needs from as far as one is looked for, in seconds.
  private static let farthestApproach = TravelTime.seconds(for: DispatchRules.farthest)

  let routeModel: any RouteModel

  /// The plan of a trip with one kind of ride, whenever it begins.
  struct Plan {
    let kind: RideOptionKind
    let dispatch: RideDispatch
    let price: Money
    /// Where the car starts.
    let car: Location
    /// The way of the car to the pick-up.
    var approach: Approach
    let route: Route
    /// Whether there is a car that can come.
    let hasCar: Bool

    /// The times of the ride when it is requested at a time and simulated.
    func timetable(at time: Date) -> RideTimetable {
      RideTimetable(requested: time, approach: approach.duration, trip: route.duration)
    }
    var secondsUntilPickup: Int? {
      let times = timetable(at: Date(timeIntervalSince1970: 0))
      return times.arrived.map { Int($0.timeIntervalSince(times.requested).rounded()) }
    }
    var durationSeconds: Int { Int(route.duration.rounded(.up)) }
  }

  /// Returns the cars that are free near a point.
  func cars(near point: Location, at time: Date) -> [NearbyCar] {
    onStreets(Fleet().cars(around: point, at: time).prefix(RideRules.mostCars), near: point)
  }

  /// Puts the cars near a point on the streets of the city, where the point is in it.
  private func onStreets(_ cars: some Sequence<NearbyCar>, near point: Location) -> [NearbyCar] {
    guard BuiltInCity.contains(point), let city = routeModel.city else { return Array(cars) }
    return cars.map { NearbyCar(option: $0.option, location: city.onStreet($0.location)) }
  }

  /// Plans a trip with kinds of ride, in their order; the ways of all cars are asked for at once.
  ///
  /// - Parameter drivers: The cars of real drivers, nearest first; `nil` where rides are simulated.
  func plans(
    _ kinds: [RideOptionKind] = RideOptionKind.allCases, from pickup: Location,
    to dropoff: Location, at time: Date, drivers: [NearbyCar]? = nil
  ) async throws(RouteError) -> [Plan] {
    let route = try await routeModel.route(from: pickup, to: dropoff)
    let free =
      drivers ?? Fleet().cars(around: pickup, at: time, of: kinds.count == 1 ? kinds[0] : nil)
    let cars = onStreets(
      kinds.flatMap { kind in
        free.lazy.filter { $0.option == kind }.prefix(RideRules.mostCompared)
      },
      near: pickup)
    let approaches = try await toPickup { () throws(RouteError) in
      try await routeModel.approaches(from: cars.map(\.location), to: pickup)
    }
    return kinds.map { kind in
      let reaching = zip(cars, approaches).compactMap { car, approach in
        approach.flatMap { car.option == kind ? (location: car.location, approach: $0) : nil }
      }
      // Where no simulated car gets to, one waits; a real one may come from the farthest.
      let first = reaching.min { $0.approach.duration < $1.approach.duration }
      let (location, approach) =
        first ?? (pickup, Approach(duration: drivers == nil ? 0 : Self.farthestApproach))
      return Plan(
        kind: kind, dispatch: drivers == nil ? .simulated : .drivers,
        price: FareSchedule(for: kind)
          .price(distance: route.distance, duration: route.duration.rounded(.up)),
        car: location,
        approach: location == pickup
          ? Approach(duration: approach.duration, corners: [pickup]) : approach,
        route: route, hasCar: first != nil || drivers == nil)
    }
  }

  /// Asks for the corners of the way of a plan's car where they are not known.
  func complete(_ plan: inout Plan, to pickup: Location) async throws(RouteError) {
    guard plan.approach.corners == nil else { return }
    let car = plan.car
    let corners = try await toPickup { () throws(RouteError) in
      try await routeModel.route(from: car, to: pickup).corners
    }
    plan.approach = Approach(duration: plan.approach.duration, corners: corners)
  }

  /// Asks for a way that ends where the trip begins, so that a missing road there is the pick-up's.
  private func toPickup<Answer>(
    _ ask: () async throws(RouteError) -> Answer
  ) async throws(RouteError) -> Answer {
    do throws(RouteError) {
      return try await ask()
    } catch {
      guard case .noRoad = error else { throw error }
      throw .noRoad(.start)
    }
  }
}
