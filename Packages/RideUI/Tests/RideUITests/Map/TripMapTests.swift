import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import RideUI

struct TripMapTests {
  private let pickup = Waypoint(.operaHouse, name: "Opera House")
  private static let cars = [RideOptionKind.wallabee, .wallaroo, .kangaroo].map {
    NearbyCar(option: $0, location: .defaultLocation)
  }
  private let dropoff = Waypoint(.appleStore, name: "Apple Store")

  @Test func `A pick-up alone is shown with the streets around it`() {
    let view = TripMap(pickup: pickup).view
    let projection = view.projection(for: Region(columns: 40, rows: 10), isUnicode: true)

    #expect(projection.dot(of: MapPoint(.operaHouse)) != nil)
    // 80 dots wide, 40 high, of which 31 are used for the square of twice 700 m.
    #expect((1300..<1900).contains(projection.metersPerDot * 40))
  }

  @Test func `A trip is shown whole, along the way that the cloud has found`() {
    let turn = Location(nearestTo: -33.8600, 151.2000)
    let view = TripMap(
      pickup: pickup, dropoff: dropoff, route: [.operaHouse, turn, .appleStore]
    ).view

    #expect(view.route == [.operaHouse, turn, .appleStore].map(MapPoint.init))
    let projection = view.projection(for: Region(columns: 20, rows: 5), isUnicode: true)
    #expect(view.route.allSatisfy { projection.dot(of: $0) != nil })
  }

  @Test func `A trip whose way is not known has no line`() {
    let view = TripMap(pickup: pickup, dropoff: dropoff).view

    #expect(view.route.isEmpty)
    #expect(view.focus == [MapPoint(.operaHouse), MapPoint(.appleStore)])
  }

  @Test func `The way of the car begins where it is`() throws {
    let way = [
      Location(nearestTo: 0, 0), Location(nearestTo: 0, 0.01), Location(nearestTo: 0.01, 0.01),
    ]
    let car = Location(nearestTo: 0.004, 0.01)
    let ride = Ride.sample(state: .accepted).replacing(
      car: Car(model: "Yaris", plate: "K", location: car), approach: way)

    #expect(TripMap(ride, carStart: nil).approach == [car, way[2]])
  }

  @Test func `What is marked is what there is`() {
    let map = TripMap(
      pickup: Waypoint(.operaHouse), dropoff: dropoff, cars: Self.cars,
      ownCar: (.appleStore, "Ruby"))

    #expect(
      map.view.markers.map(\.kind) == [.pickup, .dropoff, .ownCar, .car, .car, .car])
    #expect(map.view.markers.map(\.label) == ["You", "Apple Store", "Ruby", "", "", ""])
  }

  @Test func `Of what is in one place, an end of the trip is seen first, the rider's own car next`()
  {
    let car = NearbyCar(option: .wallabee, location: .appleStore)
    let ownCar = (location: Location.appleStore, driver: "Ruby")
    let arrived = TripMap(pickup: pickup, dropoff: dropoff, cars: [car], ownCar: ownCar)
    let coming = TripMap(pickup: pickup, cars: [car], ownCar: ownCar)
    let noWay = TripMap(pickup: pickup, dropoff: Waypoint(.operaHouse))

    #expect(symbols(on: arrived) == ["●", "◆"])
    #expect(symbols(on: coming) == ["●", "▲"])
    #expect(symbols(on: noWay) == ["●"])
  }

  @Test func `A trip is described in words, seen from the pick-up`() {
    let map = TripMap(
      pickup: pickup, dropoff: dropoff, ownCar: (.operaHouse, "Ruby"),
      route: [.operaHouse, .appleStore])

    #expect(
      map.facts.map(\.text) == [
        "Pick-up: Opera House", "Drop-off Apple Store: 1.3 km south-west of the pick-up",
        "Your car Ruby: at the pick-up", "Route: 1.3 km",
      ])
  }

  @Test(arguments: [-90.0, 90])
  func `A pick-up at a pole has a map`(latitude: Double) {
    let view = TripMap(pickup: Waypoint(Location(nearestTo: latitude, 0))).view
    var frame = Frame(size: TerminalSize(columns: 40, rows: 10))

    view.draw(in: &frame, frame.region)

    #expect(frame.text.contains("You"))
  }

  /// The symbols of markers that are seen.
  private func symbols(on map: TripMap) -> Set<Character> {
    var frame = Frame(size: TerminalSize(columns: 60, rows: 20))
    var map = map
    map.focus = [.operaHouse, .appleStore]
    map.view.draw(in: &frame, frame.region)
    return Set(frame.text).intersection(["●", "◆", "▲", "▴"])
  }
}

extension Ride {
  /// The same ride with another car, on its way.
  fileprivate func replacing(car: Car, approach: [Location]) -> Ride {
    Ride(
      id: id, state: state, request: request, price: price, requestedAt: requestedAt, car: car,
      driver: driver, secondsUntilPickup: secondsUntilPickup,
      secondsUntilDropoff: secondsUntilDropoff, route: route, approach: approach)
  }
}
