import Core
import FoundationEssentials
import Terminal

/// Everything about one item of the inbox.
struct InboxItemText {
  let item: InboxItem

  var lines: [Styled] {
    let time = item.sharedAt.formatted(
      .iso8601.year().month().day().dateTimeSeparator(.space).time(
        includingFractionalSeconds: false))
    let head: [Styled] = [
      "From \(item.from.name, .bold), \(time.prefix(16), .muted)", Styled(item.text),
    ]
    return head + (item.ride.map(Self.lines) ?? [])
  }

  private static func lines(of ride: Ride) -> [Styled] {
    var lines: [Styled] = [
      "Ride from \(ride.pickup) to \(ride.dropoff)",
      "State: \(ride.state == .onTrip ? "on trip" : ride.state.rawValue)",
    ]
    if let seconds = ride.secondsUntilDropoff {
      lines.append("Drop-off in \((seconds + 59) / 60) min")
    }
    if let car = ride.car, let driver = ride.driver {
      lines.append("Driver: \(driver.name), \(car.model), \(car.plate)")
    }
    return lines
  }
}
