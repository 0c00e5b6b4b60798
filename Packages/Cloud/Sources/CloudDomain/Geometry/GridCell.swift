package import Core

extension Location {
  /// Returns the nearest point of a grid, so that a place is told as one of its squares only.
  ///
  /// - Parameter degrees: The side of a square.
  package func rounded(to degrees: Double) -> Location {
    func round(_ value: Double) -> Double { (value / degrees).rounded() * degrees }
    return Location(nearestTo: round(latitude), round(longitude))
  }
}

/// The cells of a grid of a tenth of a degree, some 11 km high, numbered row by row from the south pole
/// and from west to east.
package enum GridCell {
  private static let perDegree = 10.0
  private static let columns = 3600

  package static func number(of location: Location) -> Int {
    row(location.latitude) * columns + column(location.longitude)
  }

  /// Returns the numbers of the cells that a box touches: a range for each row.
  package static func ranges(of box: BoundingBox) -> [ClosedRange<Int>] {
    let columns = column(box.longitudes.lowerBound)...column(box.longitudes.upperBound)
    return (row(box.latitudes.lowerBound)...row(box.latitudes.upperBound)).map { row in
      row * Self.columns + columns.lowerBound...row * Self.columns + columns.upperBound
    }
  }

  private static func row(_ latitude: Double) -> Int { Int((latitude + 90) * perDegree) }

  private static func column(_ longitude: Double) -> Int {
    min(columns - 1, Int((longitude + 180) * perDegree))
  }
}
