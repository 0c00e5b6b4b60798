import Commands
import Core
import Terminal

/// Everything about one item of the inbox.
struct InboxItemText {
  let item: InboxItem

  var lines: [Styled] {
    let head: [Styled] = [
      "From \(item.from.name, .bold), \(Formatters.time(item.sharedAt), .muted)",
      Styled(item.text),
    ]
    return head + (item.ride.map(lines) ?? [])
  }

  private func lines(of ride: Ride) -> [Styled] {
    var lines: [Styled] = [
      "Ride from \(ride.pickup) to \(ride.dropoff)", RideText(ride).headline(of: item.from.name),
    ]
    if let seconds = ride.secondsUntilDropoff {
      lines.append("Drop-off in \(Formatters.duration(seconds: seconds))")
    }
    if let car = ride.car, let driver = ride.driver {
      lines.append("Driver: \(driver.name), \(car.model), \(car.plate)")
    }
    return lines
  }
}
