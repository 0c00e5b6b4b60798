import Commands
import Core
import Terminal

/// The columns in which rides are listed, by the screen and by the command.
enum RideHistoryTable {
  private static let entries: [(column: Table.Column, cell: @Sendable (Ride) -> Styled)] = [
    (
      Table.Column("Requested", priority: 1, isWhole: true),
      { Styled(Formatters.time($0.requestedAt)) }
    ),
    (Table.Column("To", priority: 3, minimumWidth: 10), { Styled($0.dropoff.description) }),
    (Table.Column("State", priority: 4, isWhole: true), { RideText($0).state }),
    (Table.Column("Option"), { Styled($0.option.name) }),
    (Table.Column("Price", alignment: .trailing, priority: 2), { RideText($0).fare }),
  ]

  static var columns: [Table.Column] { entries.map(\.column) }

  static func cells(of ride: Ride) -> [Styled] { entries.map { $0.cell(ride) } }
}
