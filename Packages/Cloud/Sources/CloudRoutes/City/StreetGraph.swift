import CloudDomain
import Core

/// The junctions of streets, and which ones lead to which.
struct StreetGraph {
  private struct Link {
    let end: Int32
    let cost: Double
  }

  /// A junction with the cost to get there from a point of its street, or on from it.
  typealias Access = (junction: Int32, cost: Double)

  private let points: [PlanePoint]
  /// The links of all junctions, one junction after the other.
  private var links: [Link] = []
  /// Where the links of each junction begin, and at last where all end.
  private var firstLinks: [Int32] = [0]

  init(_ points: [PlanePoint] = [], _ segments: [BuiltInCity.Segment] = []) {
    self.points = points
    var links = [[Link]](repeating: [], count: points.count)
    for segment in segments {
      let cost = Self.cost(of: segment, points)
      links[Int(segment.start)].append(Link(end: segment.end, cost: cost))
      links[Int(segment.end)].append(Link(end: segment.start, cost: cost))
    }
    for own in links {
      self.links += own
      firstLinks.append(Int32(self.links.count))
    }
  }

  /// The length of a piece, less of it where cars are faster, so that they keep to the main roads.
  static func cost(of segment: BuiltInCity.Segment, _ points: [PlanePoint]) -> Double {
    points[Int(segment.start)].distance(to: points[Int(segment.end)]) * weight(of: segment.kind)
  }

  private static let leastWeight = 0.6

  private static func weight(of kind: MapTile.StreetClass) -> Double {
    switch kind {
    case .motorway: leastWeight
    case .major: 0.75
    case .collector: 0.9
    case .local: 1.1
    }
  }

  /// Returns the junctions of the way with the least cost from one of some starts to one of some ends;
  /// `nil` without a way.
  ///
  /// Source: P. Hart, N. Nilsson and B. Raphael, "A Formal Basis for the Heuristic Determination of
  /// Minimum Cost Paths", IEEE Transactions on Systems Science and Cybernetics 4 (1968).
  func way(from starts: [Access], to ends: [Access]) -> [Int32]? {
    guard let target = ends.first.map({ points[Int($0.junction)] }) else { return nil }
    // The ends are the two of one piece: the other one is no farther away than this.
    let slack = ends.map { points[Int($0.junction)].distance(to: target) }.max() ?? 0
    let found = search(from: starts, to: [ends]) { junction in
      max(0, points[Int(junction)].distance(to: target) - slack) * Self.leastWeight
    }
    return found[0]?.reversed()
  }

  /// Returns the junctions of the ways with the least cost from each of many points to one; one search
  /// goes from it outwards, as streets have the same cost both ways.
  func ways(from starts: [[Access]], to ends: [Access]) -> [[Int32]?] {
    search(from: ends, to: starts) { _ in 0 }
  }

  /// Searches until no shorter way to any of the targets can be found; returns the junctions of each
  /// way, the last one first.
  ///
  /// - Parameter least: The least cost from a junction to the targets.
  @inline(__always)
  private func search(
    from starts: [Access], to targets: [[Access]], _ least: (Int32) -> Double
  ) -> [[Int32]?] {
    var costs = [Double](repeating: .infinity, count: points.count)
    var previous = [Int32](repeating: -1, count: points.count)
    var queue = PriorityQueue()
    for (junction, cost) in starts {
      costs[Int(junction)] = cost
      queue.push(junction, priority: cost + least(junction))
    }
    func best(_ target: [Access]) -> Access? {
      var best: Access?
      for (junction, rest) in target where costs[Int(junction)] + rest < best?.cost ?? .infinity {
        best = (junction, costs[Int(junction)] + rest)
      }
      return best
    }
    // The targets before have no shorter way.
    var open = targets.filter { !$0.isEmpty }[...]
    while let (junction, priority) = queue.pop() {
      while let target = open.first, let way = best(target), priority >= way.cost {
        open.removeFirst()
      }
      if open.isEmpty { break }
      let cost = costs[Int(junction)]
      guard priority <= cost + least(junction) else { continue }
      for link in links[Int(firstLinks[Int(junction)])..<Int(firstLinks[Int(junction) + 1])] {
        let end = Int(link.end)
        guard cost + link.cost < costs[end] else { continue }
        costs[end] = cost + link.cost
        previous[end] = junction
        queue.push(link.end, priority: cost + link.cost + least(link.end))
      }
    }
    return targets.map { target in
      best(target).map { way in
        Array(sequence(first: way.junction) { previous[Int($0)] }.prefix { $0 >= 0 })
      }
    }
  }
}

extension BuiltInCity {
  /// Returns the corners of the way of a car along the streets, both ends included; `nil` without a
  /// way, and where an end is outside of the city.
  func way(from start: Location, to end: Location) -> [Location]? {
    guard let first = streetPoint(at: start), let last = streetPoint(at: end) else { return nil }
    let isOnePiece = first.segment == last.segment
    let junctions = isOnePiece ? [] : graph.way(from: accesses(of: first), to: accesses(of: last))
    return junctions.map { corners(from: start, first, along: $0, last, to: end) }
  }

  /// Returns the ways of cars to one point, each like ``way(from:to:)``.
  func ways(from cars: [Location], to end: Location) -> [[Location]?] {
    guard let last = streetPoint(at: end) else { return cars.map { _ in nil } }
    let starts = cars.map(streetPoint)
    let found = graph.ways(
      from: starts.map { $0.map(accesses) ?? [] }, to: accesses(of: last))
    return zip(zip(cars, starts), found).map { car, junctions in
      guard let first = car.1, first.segment != last.segment else {
        return car.1.map { corners(from: car.0, $0, along: [], last, to: end) }
      }
      return junctions.map { corners(from: car.0, first, along: $0, last, to: end) }
    }
  }

  private func streetPoint(at location: Location) -> StreetPoint? {
    Self.contains(location) ? nearest(to: location) : nil
  }

  private func corners(
    from start: Location, _ first: StreetPoint, along junctions: [Int32], _ last: StreetPoint,
    to end: Location
  ) -> [Location] {
    PathSimplification.simplify(
      [start, location(of: first)] + junctions.map { corners[Int($0)] } + [location(of: last), end])
  }

  /// The costs from a point on a street to both ends of its piece.
  private func accesses(of point: StreetPoint) -> [StreetGraph.Access] {
    let segment = segments[point.segment]
    let cost = StreetGraph.cost(of: segment, points)
    return [(segment.start, cost * point.part), (segment.end, cost * (1 - point.part))]
  }
}

/// Junctions, the one with the least priority first: a binary heap.
private struct PriorityQueue {
  private var items: [(junction: Int32, priority: Double)] = []

  mutating func push(_ junction: Int32, priority: Double) {
    items.append((junction, priority))
    var child = items.count - 1
    while child > 0, priority < items[(child - 1) / 2].priority {
      items[child] = items[(child - 1) / 2]
      child = (child - 1) / 2
    }
    items[child] = (junction, priority)
  }

  mutating func pop() -> (junction: Int32, priority: Double)? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    guard !items.isEmpty else { return first }
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < items.count else { break }
      if child + 1 < items.count, items[child + 1].priority < items[child].priority { child += 1 }
      guard items[child].priority < last.priority else { break }
      items[parent] = items[child]
      parent = child
    }
    items[parent] = last
    return first
  }
}
