import Core
import RideUI
import Terminal

/// Lays out the kinds of ride to choose from.
protocol RideOptionsLayout: Sendable {
  /// All of them, for a command.
  func text(for options: [RideOption], capabilities: TerminalCapabilities) -> String

  /// One of them, as a row of a list.
  func row(of option: RideOption) -> Styled

  /// The line below the list about the selected one; `nil` when its row says everything.
  func detail(of option: RideOption) -> Styled?
}

/// One row for each kind.
struct TableRideOptionsLayout: RideOptionsLayout {
  func text(for options: [RideOption], capabilities: TerminalCapabilities) -> String {
    Table(
      columns: [
        Table.Column("Option", priority: 3),
        Table.Column("Price", alignment: .trailing, priority: 2),
        Table.Column(RideText.timeUntilPickup, alignment: .trailing, priority: 1),
        Table.Column("Distance", alignment: .trailing),
        Table.Column("Duration", alignment: .trailing),
      ],
      rows: options.map { option in
        [
          Styled(option.name), Styled(option.price.description),
          Styled(option.timeUntilPickup ?? "no driver"),
          Styled(Formatters.distance(meters: option.distanceMeters)),
          Styled(Formatters.duration(seconds: option.durationSeconds)),
        ]
      }
    ).text(for: capabilities)
  }

  func row(of option: RideOption) -> Styled {
    """
    \(option.name, .bold)  \(price(of: option))  \
    \(option.timeUntilPickup.map { "in \($0)" } ?? "no driver free", .muted)
    """
  }

  /// As wide for a price below 10 as for one below 100.
  private func price(of option: RideOption) -> String {
    let price = option.price.description
    return String(repeating: " ", count: max(0, 9 - price.count)) + price
  }

  func detail(of option: RideOption) -> Styled? { nil }
}

/// A heading with the price for each kind, and a sentence below it.
struct CardRideOptionsLayout: RideOptionsLayout {
  func text(for options: [RideOption], capabilities: TerminalCapabilities) -> String {
    options.map { option in
      row(of: option).rendered(capabilities.outputColor) + "\n  \(sentence(about: option))\n"
    }.joined()
  }

  func row(of option: RideOption) -> Styled { "\(option.name, .heading)  \(option.price, .accent)" }
  func detail(of option: RideOption) -> Styled? { Styled(sentence(about: option)) }

  private func sentence(about option: RideOption) -> String {
    let pickup = option.timeUntilPickup.map { "Picks you up in \($0)" } ?? "No driver is free"
    let distance = Formatters.distance(meters: option.distanceMeters)
    let duration = Formatters.duration(seconds: option.durationSeconds)
    return "\(pickup); \(distance) in \(duration)."
  }
}
