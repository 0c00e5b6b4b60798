import Basics
package import Core
package import FoundationEssentials
import Glibc

/// The free cars of the whole world, as a function of place and time.
///
/// The globe is divided into cells of about two kilometers. In each ten minutes each cell has one
/// to three cars of each kind, each driving around a block of its own. So a car is never
/// far, it moves as time passes, and every process sees the same ones.
package struct Fleet: Sendable {
  /// The height of a cell in degrees of latitude: 2.2 km.
  private static let cellHeight = 0.02
  /// How long the same cars are free, in seconds.
  private static let slot = 600.0
  /// In meters per second: 18 km/h, the speed of a driver who waits for riders.
  private static let speed = 5.0

  package init() {}

  /// Returns the cars in and around the cell of a point, nearest first; all, or those of one kind.
  package func cars(around point: Location, at time: Date, of kind: RideOptionKind? = nil)
    -> [NearbyCar]
  {
    let row = Self.row(of: point.latitude)
    let found = (row - 1...row + 1).flatMap { row in
      let column = Self.column(of: point.longitude, row: row)
      return (column - 1...column + 1).flatMap { cars(row: row, column: $0, at: time, of: kind) }
    }
    // The kind decides between cars at the same distance.
    return found.map { car in
      (car: car, order: (car.location.distance(to: point), car.option.rawValue))
    }.sorted { $0.order < $1.order }.map(\.car)
  }

  private func cars(row: Int, column: Int, at time: Date, of kind: RideOptionKind?) -> [NearbyCar] {
    guard Self.rows.contains(row) else { return [] }
    let columns = Self.columns(inRow: row)
    let column = (column % columns + columns) % columns
    let seconds = time.timeIntervalSince1970
    let slot = (seconds / Self.slot).rounded(.down)
    var numbers = SplitMix64(UInt64(row), UInt64(column), UInt64(bitPattern: Int64(slot)))
    return RideOptionKind.allCases.flatMap { option in
      (0...numbers.next(below: 3)).compactMap { _ in
        // Every car takes its numbers, so that one kind's cars are where they are among all.
        let block = Block(row: row, column: column, columns: columns, numbers: &numbers)
        guard kind == nil || kind == option else { return nil }
        return NearbyCar(option: option, location: block.point(after: seconds * Self.speed))
      }
    }
  }

  private static let rows = 0..<9000

  private static func row(of latitude: Double) -> Int {
    min(rows.upperBound - 1, Int((latitude + 90) / cellHeight))
  }

  /// How many cells surround the globe at a row, so that they are about as wide as high.
  private static func columns(inRow row: Int) -> Int {
    let latitude = (Double(row) + 0.5) * cellHeight - 90
    return max(3, Int(360 * cos(latitude * .pi / 180) / cellHeight))
  }

  private static func column(of longitude: Double, row: Int) -> Int {
    guard rows.contains(row) else { return 0 }
    return Int((longitude + 180) / 360 * Double(columns(inRow: row)))
  }

  /// A rectangle of streets within one cell.
  private struct Block {
    let south, west, height, width: Double
    let start: Double

    init(row: Int, column: Int, columns: Int, numbers: inout SplitMix64) {
      let cellWidth = 360 / Double(columns)
      height = Fleet.cellHeight * (0.1 + 0.2 * numbers.nextPart())
      width = cellWidth * (0.1 + 0.2 * numbers.nextPart())
      south = Double(row) * Fleet.cellHeight - 90 + (Fleet.cellHeight - height) * numbers.nextPart()
      west = Double(column) * cellWidth - 180 + (cellWidth - width) * numbers.nextPart()
      start = numbers.nextPart()
    }

    /// Returns the point on the rectangle after a distance in meters.
    func point(after distance: Double) -> Location {
      let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)].map { north, east in
        Location(nearestTo: south + north * height, west + east * width)
      }
      // Both sides lie on meridians, so they are equally long.
      let side = corners[0].distance(to: corners[1])
      let legs = [
        side, corners[1].distance(to: corners[2]), side, corners[3].distance(to: corners[4]),
      ]
      let round = legs.reduce(0, +)
      let meters = (start * round + distance).truncatingRemainder(dividingBy: round)
      return corners.point(after: meters, legs: legs) ?? corners[0]
    }
  }
}
