import Core
import Terminal

/// Lays out the kinds of ride for people.
protocol RideOptionsLayout: Sendable {
  func text(for options: [RideOption], capabilities: TerminalCapabilities) -> String
}

/// One row for each kind.
struct TableRideOptionsLayout: RideOptionsLayout {
  func text(for options: [RideOption], capabilities: TerminalCapabilities) -> String {
    Table(
      columns: [
        Table.Column("Option", priority: 3),
        Table.Column("Price", alignment: .trailing, priority: 2),
        Table.Column("Pick-up in", alignment: .trailing, priority: 1),
        Table.Column("Distance", alignment: .trailing),
        Table.Column("Duration", alignment: .trailing),
      ],
      rows: options.map { option in
        [
          Styled(option.name), Styled(option.price.description),
          Styled(Describing.duration(seconds: option.secondsUntilPickup)),
          Styled(Describing.distance(meters: option.distanceMeters)),
          Styled(Describing.duration(seconds: option.durationSeconds)),
        ]
      }
    ).text(for: capabilities)
  }
}

/// A heading with the price for each kind, and a sentence below it.
struct CardRideOptionsLayout: RideOptionsLayout {
  func text(for options: [RideOption], capabilities: TerminalCapabilities) -> String {
    options.map { option in
      let heading: Styled = "\(option.name, .heading)  \(option.price, .accent)"
      let pickup = Describing.duration(seconds: option.secondsUntilPickup)
      let distance = Describing.distance(meters: option.distanceMeters)
      let duration = Describing.duration(seconds: option.durationSeconds)
      return heading.rendered(capabilities.outputColor)
        + "\n  Picks you up in \(pickup); \(distance) in \(duration).\n"
    }.joined()
  }
}
