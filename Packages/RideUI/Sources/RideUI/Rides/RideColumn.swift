public import Core
public import Terminal

/// A column of a table of rides.
public struct RideColumn {
  fileprivate let column: Table.Column
  fileprivate let cells: ([Ride]) -> [Styled]

  /// - Parameter cells: One for each ride, in their order.
  public init(_ column: Table.Column, cells: [Styled]) {
    (self.column, self.cells) = (column, { _ in cells })
  }

  private init(_ column: Table.Column, cell: @escaping (Ride) -> Styled) {
    (self.column, cells) = (column, { $0.map(cell) })
  }

  public static var requested: RideColumn {
    RideColumn(Table.Column("Requested", priority: 1, isWhole: true)) {
      Styled(Formatters.time($0.requestedAt))
    }
  }

  public static func dropoff(priority: Int) -> RideColumn {
    RideColumn(Table.Column("To", priority: priority, minimumWidth: 10)) {
      Styled($0.dropoff.description)
    }
  }

  public static func state(priority: Int = 0) -> RideColumn {
    RideColumn(Table.Column("State", priority: priority, isWhole: true)) { RideText($0).state }
  }

  public static var option: RideColumn {
    RideColumn(Table.Column("Option")) { RideText($0).option }
  }

  /// What is to be paid, or was.
  public static func fare(_ title: String, priority: Int) -> RideColumn {
    RideColumn(Table.Column(title, alignment: .trailing, priority: priority)) { RideText($0).fare }
  }
}

extension Table {
  /// Creates a table of rides.
  ///
  /// - Parameter names: The names of the rides, for the last column.
  public init(rides: [Ride], named names: [String], _ columns: [RideColumn]) {
    let name = RideColumn(
      Table.Column("Ride", priority: 5, isWhole: true), cells: names.map { Styled($0) })
    let columns = columns + [name]
    let cells = columns.map { $0.cells(rides) }
    self.init(
      columns: columns.map(\.column),
      rows: rides.indices.map { row in cells.map { $0[row] } })
  }
}
