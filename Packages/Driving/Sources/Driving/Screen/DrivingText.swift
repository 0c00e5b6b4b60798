import Core
import Terminal

/// Facts, label by label.
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

  /// What the shift has brought so far.
  var earned: Styled { Styled(earnings?.description ?? "nothing yet", .bold) }
}

extension RideOffer {
  var facts: Facts {
    [
      ("Fare", Styled(price.description, .bold)),
      ("Pick-up in", Styled(Formatters.duration(seconds: secondsToPickup), .bold)),
      ("From", Styled(pickup.description)), ("To", Styled(dropoff.description)),
    ]
  }
}

extension DrivenRide {
  var facts: Facts {
    [
      ("Rider", Styled(rider, .bold)), ("From", Styled(ride.pickup.description)),
      ("To", Styled(ride.dropoff.description)),
      ("Fare", Styled((ride.amountDue ?? ride.price).description, .bold)),
    ]
  }
}

extension DriverStatus {
  /// Everything about the driver, as a command prints it.
  var record: KeyValueList {
    var facts: Facts = [car.fact]
    if let shift {
      facts += shift.facts
      facts.append(("Position", Styled(shift.location.description)))
    } else {
      facts.append(("Online", "no"))
    }
    if let offer {
      facts.append(("Offer", Styled(offer.id.rawValue)))
      facts += offer.facts
    }
    if let ride {
      facts.append(("Ride", Styled(ride.ride.id.rawValue)))
      facts.append(("State", Styled(ride.ride.state.name)))
      facts += ride.facts
    }
    return KeyValueList(facts)
  }
}
