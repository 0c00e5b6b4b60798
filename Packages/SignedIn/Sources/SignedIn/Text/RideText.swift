import Core
import Terminal

/// A ride, for the rider who waits for it or has had it.
struct RideText {
  let ride: Ride

  /// What is happening, as a sentence.
  var headline: Styled {
    let driver = ride.driver?.name ?? "Your driver"
    return switch ride.state {
    case .requested: Styled("Looking for a driver", .accent)
    case .accepted: Styled("\(driver) is on the way", .accent)
    case .arriving: Styled("\(driver) is almost there", .accent)
    case .arrived: Styled("\(driver) is waiting for you", .success)
    case .onTrip: Styled("You are on your way", .success)
    case .completed: Styled("You have arrived", .success)
    case .cancelled: Styled("The ride was cancelled", .warning)
    }
  }

  /// The state's name.
  var state: Styled { Styled(ride.state == .onTrip ? "on trip" : ride.state.rawValue) }

  /// Everything else that is told.
  ///
  /// - Parameter duration: Puts seconds into words.
  func facts(duration: (Int) -> String) -> [Fact] {
    var facts = [Fact("State", state)]
    if let seconds = ride.secondsUntilPickup {
      facts.append(Fact("Pick-up in", Styled(duration(seconds), .bold)))
    }
    if let seconds = ride.secondsUntilDropoff {
      facts.append(Fact("Drop-off in", Styled(duration(seconds), .bold)))
    }
    if let driver = ride.driver { facts.append(Fact("Driver", Styled(driver.name))) }
    if let car = ride.car { facts.append(Fact("Car", "\(car.model), \(car.plate)")) }
    return facts + [
      Fact("Price", "\(ride.price) (\(ride.option.name))"),
      Fact("From", Styled(ride.pickup.description)), Fact("To", Styled(ride.dropoff.description)),
      Fact("Ride", Styled(ride.id.rawValue, .muted)),
    ]
  }
}
