public import Core
public import Terminal

/// A column of a table of rides; a priority says which columns lose first when there is little room.
public enum RideColumn {
  case requested, option
  case dropoff(priority: Int)
  case state(priority: Int)
  case fare(_ title: String, priority: Int)
  /// Another column, with a cell for each ride.
  case other(Table.Column, [Styled])

  fileprivate var column: Table.Column {
    switch self {
    case .requested: Table.Column("Requested", priority: 1, isWhole: true)
    case .option: Table.Column("Option")
    case .dropoff(let priority): Table.Column("To", priority: priority, minimumWidth: 10)
    case .state(let priority): Table.Column("State", priority: priority, isWhole: true)
    case .fare(let title, let priority):
      Table.Column(title, alignment: .trailing, priority: priority)
    case .other(let column, _): column
    }
  }

  fileprivate func cell(of ride: Ride, row: Int) -> Styled {
    switch self {
    case .requested: Styled(Formatters.time(ride.requestedAt))
    case .option: RideText(ride).option
    case .dropoff: Styled(ride.dropoff.description)
    case .state: RideText(ride).state
    case .fare: RideText(ride).fare
    case .other(_, let cells): cells[row]
    }
  }
}

extension Table {
  /// Creates a table of rides, with their names as the last column.
  public init(rides: [Ride], named names: [String], _ columns: [RideColumn]) {
    let name = Table.Column("Ride", priority: 5, isWhole: true)
    self.init(
      columns: columns.map(\.column) + [name],
      rows: rides.indices.map { row in
        columns.map { $0.cell(of: rides[row], row: row) } + [Styled(names[row])]
      })
  }
}
