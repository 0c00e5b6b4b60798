import Basics
import Testing

@testable import CloudDomain

struct DispatchMatchingTests {
  @Test func `The oldest ride takes the nearest driver, then the next`() {
    let times: [[Double?]] = [[60, 30, nil], [nil, 10, 90], [nil, 5, nil]]

    #expect(
      DispatchMatching.nearest.assign(times, waited: [9, 5, 1]) == [1, 2, nil])
  }

  @Test func `Together the rides wait least`() {
    // The oldest ride would take the driver that the second one needs.
    let times: [[Double?]] = [[60, 50], [nil, 40]]

    #expect(DispatchMatching.nearest.assign(times, waited: [9, 5]) == [1, nil])
    #expect(DispatchMatching.batched.assign(times, waited: [9, 5]) == [0, 1])
  }

  @Test func `With too few drivers the ride that has waited longest is served`() {
    let times: [[Double?]] = [[30], [30], [30]]

    #expect(DispatchMatching.batched.assign(times, waited: [5, 90, 2]) == [nil, 0, nil])
    #expect(DispatchMatching.batched.assign([], waited: []) == [])
    #expect(DispatchMatching.batched.assign([[], []], waited: [1, 2]) == [nil, nil])
  }

  @Test func `Whoever comes last is asked where nobody else is`() {
    let last =
      2000 + DispatchRules.sameNetwork
      + DispatchRules.passedOffer * Double(DispatchRules.mostPassed)

    #expect(DispatchMatching.batched.assign([[last]], waited: [0]) == [0])
  }

  @Test func `An assignment costs as little as the best of all`() {
    var numbers = SplitMix64(5)
    for _ in 0..<200 {
      let rows = 1 + numbers.next(below: 6)
      let columns = rows + numbers.next(below: 2)
      let costs = (0..<rows).map { _ in (0..<columns).map { _ in Double(numbers.next(below: 9)) } }

      let columnsOfRows = DispatchMatching.assignment(costs)

      #expect(Set(columnsOfRows).count == rows)
      let sum = zip(costs, columnsOfRows).reduce(0) { $0 + $1.0[$1.1] }
      #expect(sum == leastSum(costs[...], taken: []))
    }
  }

  /// Tries all assignments.
  private func leastSum(_ rows: ArraySlice<[Double]>, taken: Set<Int>) -> Double {
    guard let row = rows.first else { return 0 }
    return row.indices.filter { !taken.contains($0) }.map { column in
      row[column] + leastSum(rows.dropFirst(), taken: taken.union([column]))
    }.min() ?? .infinity
  }
}
