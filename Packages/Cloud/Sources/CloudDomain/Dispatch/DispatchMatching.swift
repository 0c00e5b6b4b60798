/// Assigns drivers to rides; each takes the times of all ways to the pick-ups.
package enum DispatchMatching: String, CaseIterable, Sendable {
  /// The oldest ride takes the driver who is there first.
  case nearest
  /// The rides and drivers of two seconds are assigned together, for the least sum of times.
  case batched

  /// Returns the driver of each ride; the rides stand oldest first.
  ///
  /// - Parameters:
  ///   - seconds: The time of each driver to each pick-up; `nil` for one who cannot take the ride.
  ///   - waited: How long each ride has waited, in seconds.
  package func assign(_ seconds: [[Double?]], waited: [Double]) -> [Int?] {
    switch self {
    case .nearest: Self.nearest(seconds)
    case .batched: Self.batched(seconds, waited: waited)
    }
  }

  private static func nearest(_ seconds: [[Double?]]) -> [Int?] {
    var taken: Set<Int> = []
    return seconds.map { row in
      let free = row.indices.filter { row[$0] != nil && !taken.contains($0) }
      let best = free.min { (row[$0] ?? 0, $0) < (row[$1] ?? 0, $1) }
      best.map { _ = taken.insert($0) }
      return best
    }
  }

  /// The cost of leaving a ride for later, in seconds: more than any way within reach and all that lets a
  /// driver come later.
  package static let waiting = 7200.0

  /// A column for each ride stands for waiting, which costs more the longer the ride has waited; so
  /// every ride has a column, and none is left out for ever.
  private static func batched(_ seconds: [[Double?]], waited: [Double]) -> [Int?] {
    let drivers = seconds.first?.count ?? 0
    let costs = seconds.indices.map { ride in
      seconds[ride].map { $0 ?? .infinity }
        + seconds.indices.map { $0 == ride ? waiting + waited[ride] : .infinity }
    }
    return assignment(costs).map { $0 < drivers ? $0 : nil }
  }

  /// Returns a column for each row with the least sum of costs, by the shortest augmenting path for
  /// each row; each row must have one of its own. Source: D. F. Crouse, "On implementing 2D
  /// rectangular assignment algorithms", IEEE Transactions on Aerospace and Electronic Systems 52
  /// (2016).
  package static func assignment(_ costs: [[Double]]) -> [Int] {
    let columnCount = costs.first?.count ?? 0
    var rowPrices = [Double](repeating: 0, count: costs.count)
    var columnPrices = [Double](repeating: 0, count: columnCount)
    var columns = [Int](repeating: -1, count: costs.count)
    var rows = [Int](repeating: -1, count: columnCount)
    for first in costs.indices {
      var shortest = [Double](repeating: .infinity, count: columnCount)
      var previous = [Int](repeating: -1, count: columnCount)
      var isDone = [Bool](repeating: false, count: columnCount)
      var (visited, row, length, end) = ([Int](), first, 0.0, -1)
      while end < 0 {
        visited.append(row)
        var next = -1
        for column in 0..<columnCount where !isDone[column] {
          let other = length + costs[row][column] - rowPrices[row] - columnPrices[column]
          if other < shortest[column] { (shortest[column], previous[column]) = (other, row) }
          if next < 0 || shortest[column] < shortest[next] { next = column }
        }
        length = shortest[next]
        isDone[next] = true
        if rows[next] < 0 { end = next } else { row = rows[next] }
      }
      rowPrices[first] += length
      for other in visited where other != first {
        rowPrices[other] += length - shortest[columns[other]]
      }
      for column in 0..<columnCount where isDone[column] {
        columnPrices[column] -= length - shortest[column]
      }
      var column = end
      repeat {
        row = previous[column]
        rows[column] = row
        (columns[row], column) = (column, columns[row])
      } while row != first
    }
    return columns
  }
}
