import Core
import Terminal

/// A ride, for people.
struct RideText {
  private let ride: Ride

  init(_ ride: Ride) {
    self.ride = ride
  }

  /// The facts of the ride, one line each.
  var facts: [(label: String, value: Styled)] {
    var facts: [(label: String, value: Styled)] = [
      ("Ride", Styled(ride.id.rawValue)), ("State", state),
      ("Option", Styled(ride.option.name)), ("Price", Styled(ride.price.description)),
      ("From", Styled(ride.pickup.description)), ("To", Styled(ride.dropoff.description)),
      ("Requested", Styled(Describing.time(ride.requestedAt))),
    ]
    if let car = ride.car { facts.append(("Car", "\(car.model), \(car.plate)")) }
    if let driver = ride.driver { facts.append(("Driver", Styled(driver.name))) }
    if let seconds = ride.secondsUntilPickup {
      facts.append(("Pick-up in", Styled(Describing.duration(seconds: seconds))))
    }
    if let seconds = ride.secondsUntilDropoff {
      facts.append(("Drop-off in", Styled(Describing.duration(seconds: seconds))))
    }
    return facts
  }

  /// The facts as lines, to be redrawn.
  var lines: [Styled] {
    facts.map { fact in
      let gap = String(repeating: " ", count: max(1, 13 - fact.label.count))
      return Styled(fact.label + gap, .muted) + fact.value
    }
  }

  /// The ride in one line.
  var summary: Styled {
    "\(ride.id) \(state): \(ride.option.name) to \(ride.dropoff)\(timeLeft)"
  }

  private var timeLeft: String {
    if let seconds = ride.secondsUntilPickup {
      return ", pick-up in \(Describing.duration(seconds: seconds))"
    }
    if let seconds = ride.secondsUntilDropoff {
      return ", drop-off in \(Describing.duration(seconds: seconds))"
    }
    return ""
  }

  /// The state's name.
  var state: Styled { Styled(stateName, style) }

  private var stateName: String {
    switch ride.state {
    case .requested: "requested"
    case .accepted: "accepted"
    case .arriving: "arriving"
    case .arrived: "arrived"
    case .onTrip: "on trip"
    case .completed: "completed"
    case .cancelled: "cancelled"
    }
  }

  private var style: Style {
    switch ride.state {
    case .requested, .accepted, .arriving: .accent
    case .arrived, .onTrip, .completed: .success
    case .cancelled: .warning
    }
  }
}

/// A ride, for scripts.
struct RideDocument: Encodable {
  let ride: Ride
}

extension CommandContext {
  /// Prints one ride.
  func print(ride: Ride) throws {
    try print(RideDocument(ride: ride)) {
      try terminal.write(KeyValueList(RideText(ride).facts))
    }
  }
}
