import Core
import FoundationEssentials
import RideUI
import Terminal

/// What the driving screen shows at one moment, and what can be done then.
@MainActor struct DrivingPanel {
  var title: Styled
  var facts = Facts()
  var map: DriverMap?
  var deadline: Date?
  var actions: [KeyAction] = []
  /// The keys as a picture names them; those of the actions without it.
  var hints: [KeyHint]?
  /// Where the car is, while the driver can put it somewhere else or leave it to the autopilot.
  var position: CarPosition?

  /// The text where lines are printed: without the seconds, which would be printed one by one.
  var lines: [Styled] {
    let countdown: [Styled] =
      deadline == nil ? [] : ["You have \(RideOffer.duration) seconds to answer."]
    return [title] + KeyValueList(facts).lines + countdown + (map?.facts ?? [])
  }

  func lines(columns: Int, at now: Date, isUnicode: Bool) -> [Styled] {
    KeyValueList(facts).lines(columns: columns)
      + (deadline.map { [Self.countdown(to: $0, from: now, isUnicode: isUnicode)] } ?? [])
  }

  private static func countdown(to deadline: Date, from now: Date, isUnicode: Bool) -> Styled {
    let longest = Double(RideOffer.duration)
    let left = min(longest, max(0, deadline.timeIntervalSince(now)))
    let bar = Styled.bar(left / longest, columns: 20, isUnicode: isUnicode)
    return "\(bar)  \("\(Int(left.rounded(.up))) s", .bold) to answer"
  }
}

/// The map of a driver: the car, and the trip that it is on or may be on.
struct DriverMap {
  var car: Location
  var trip: (pickup: Waypoint, dropoff: Waypoint)?
  /// The corners of the way to the pick-up.
  var approach: [Location] = []
  var route: [Location] = []

  /// The picture: the whole way, or the streets around the car without one.
  func view(_ camera: MapCamera) -> MapView {
    let ownCar = (location: car, driver: "")
    guard let trip else {
      var view = TripMap(pickup: Waypoint(car), ownCar: ownCar, camera: camera).view
      // Nobody is picked up: what is left is the car.
      view.markers.removeFirst()
      return view
    }
    var view = TripMap(
      pickup: trip.pickup.named("Pick-up"), dropoff: trip.dropoff, ownCar: ownCar, route: route,
      camera: camera
    ).view
    view.approach = approach.map(MapPoint.init)
    view.focus += view.approach + [MapPoint(car)]
    return view
  }

  /// The picture in words, without the car, which moves.
  var facts: [Styled] {
    guard let trip else { return [] }
    return TripMap(pickup: trip.pickup.named("Pick-up"), dropoff: trip.dropoff, route: route).facts
  }
}

extension Waypoint {
  /// The point with a name, its own if it has one.
  fileprivate func named(_ name: String) -> Waypoint { Waypoint(location, name: self.name ?? name) }
}

extension Location {
  /// The coordinates to about a meter.
  var shown: String {
    func rounded(_ degrees: Double) -> Double { (degrees * 1e5).rounded() / 1e5 }
    return Location(nearestTo: rounded(latitude), rounded(longitude)).description
  }
}

typealias Facts = [(label: String, value: Styled)]

extension DriverCar {
  var fact: Facts.Element { ("Car", "\(model), \(plate) (\(option.name))") }
}

extension DriverShift {
  var facts: Facts {
    [
      ("Online since", Styled(Formatters.time(startedAt))), ("Rides", Styled("\(completedRides)")),
      ("Earnings", earned),
    ]
  }

  var earned: Styled { Styled(earnings?.description ?? "nothing yet", .bold) }
}

extension RideOffer {
  /// What a driver decides by; both ends are squares of some 500 m.
  func facts(from car: Location) -> Facts {
    let away = Formatters.distance(meters: Int(car.distance(to: pickup.location)))
    return [
      ("Fare", Styled(price.description, .bold)),
      (
        RideText.timeUntilPickup,
        "\(Formatters.duration(seconds: secondsToPickup), .bold), \(away) away"
      ),
    ] + (metersOfTrip.map { [RideText.trip(meters: $0, seconds: secondsOfTrip)] } ?? [])
      + RideText.ends(pickup.neighborhood, dropoff.neighborhood)
  }
}

extension Waypoint {
  /// The neighborhood by the name of a place in it; a driver sees it on the map, too.
  fileprivate var neighborhood: String { name ?? "somewhere in the square on the map" }
}

extension DrivenRide {
  /// The rider's first name, or what became of it.
  var riderName: String { rider.isEmpty ? "(account deleted)" : rider }

  var facts: Facts {
    [("Rider", Styled(riderName, .bold))]
      + RideText.ends(
        ride.pickup.description,
        ride.route.isEmpty ? ride.dropoff.neighborhood : ride.dropoff.description)
      + [("Fare", RideText(ride).fare.styled(.bold))] + RideText(ride).shorterTrip + fee
      + (ride.tip.map { [("Tip", Styled($0.description))] } ?? [])
  }

  /// Why a ride that was not driven brings something.
  private var fee: Facts {
    guard ride.cancellation?.fee != nil else { return [] }
    let waited: Styled = "You waited \(RideAbandonment.noShowMinutes) minutes"
    let isAbsent = ride.cancellation?.reason == .noShow
    return [("Fee", isAbsent ? waited : "\(riderName) cancelled late")]
  }

  /// What a driver is told who would complete the trip with too much of the route left; nothing otherwise.
  func remainder(from car: Location) -> Facts {
    let left = ride.route.meters(aheadOf: car)
    guard ride.state == .onTrip, left > RideAdvance.mostLeft(of: Double(ride.distanceMeters))
    else { return [] }
    let away = Formatters.distance(meters: Int(left))
    return [("Ahead", "\(away) of the route: here the fare is only a part")]
  }
}

extension DriverStatus {
  /// The offers without an answer, and what comes of them; nothing without one.
  var missed: Facts {
    guard let count = missedOffers, count > 0 else { return [] }
    let offers = count == 1 ? "an offer" : "\(count) offers in a row"
    let end =
      shift == nil
      ? "your shift has ended" : "your shift ends when you miss \(RideOffer.mostMissed) in a row"
    return [("Missed", Styled("You missed \(offers): \(end)", .warning))]
  }

  /// Why no shift can be started; nothing where one can.
  var hold: Facts {
    switch obstacle?.kind {
    case nil: []
    case .approvalAwaited?:
      [("Approval", Styled("The operator has to approve you and your car first", .warning))]
    case .suspended?:
      [("Suspended", Styled(obstacle?.reason ?? "The operator has given no reason", .warning))]
    }
  }

  /// The mean of the stars, once there are enough.
  var stars: Facts {
    rating.map { [("Stars", "\("\($0.mean)", .bold) of 5, the mean of \($0.count) riders")] } ?? []
  }

  var record: KeyValueList {
    var facts: Facts = [car.fact] + stars
    if let shift {
      facts += shift.facts
      facts.append(("Position", Styled(shift.location.shown)))
    } else {
      facts.append(("Online", "no"))
    }
    facts += missed + hold
    if let offer {
      facts.append(("Offer", Styled(offer.id.rawValue)))
      facts += offer.facts(from: shift?.location ?? offer.pickup.location)
    }
    if let ride {
      facts.append(("Ride", Styled(ride.ride.id.rawValue)))
      facts.append(("State", Styled(ride.ride.state.name)))
      facts += ride.facts
    }
    return KeyValueList(facts)
  }
}
