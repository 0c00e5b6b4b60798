import CloudDomain
import Core

/// The junctions of streets, and which ones lead to which.
struct StreetGraph {
  private struct Link {
    let end: Int32
    let cost: Double
  }

  /// The links of each junction.
  private var links: [[Link]] = []

  init() {}

  init(_ points: [PlanePoint], _ segments: [BuiltInCity.Segment]) {
    links = [[Link]](repeating: [], count: points.count)
    for segment in segments {
      let cost = Self.cost(of: segment, points)
      links[Int(segment.start)].append(Link(end: segment.end, cost: cost))
      links[Int(segment.end)].append(Link(end: segment.start, cost: cost))
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
  /// `nil` without a way. The costs are those to get to each start, and to go on from each end.
  ///
  /// Source: P. Hart, N. Nilsson and B. Raphael, "A Formal Basis for the Heuristic Determination of
  /// Minimum Cost Paths", IEEE Transactions on Systems Science and Cybernetics 4 (1968).
  func way(
    from starts: [(junction: Int32, cost: Double)], to ends: [(junction: Int32, cost: Double)],
    _ points: [PlanePoint]
  ) -> [Int32]? {
    guard let target = ends.first.map({ points[Int($0.junction)] }) else { return nil }
    // The ends are the two of one piece: the other one is no farther away than this.
    let slack = ends.map { points[Int($0.junction)].distance(to: target) }.max() ?? 0
    func least(from junction: Int32) -> Double {
      max(0, points[Int(junction)].distance(to: target) - slack) * Self.leastWeight
    }
    var costs = [Double](repeating: .infinity, count: points.count)
    var previous = [Int32](repeating: -1, count: points.count)
    var queue = PriorityQueue()
    for (junction, cost) in starts {
      costs[Int(junction)] = cost
      queue.push(junction, priority: cost + least(from: junction))
    }
    var best: (junction: Int32, cost: Double)?
    while let (junction, priority) = queue.pop() {
      if let best, priority >= best.cost { break }
      let cost = costs[Int(junction)]
      guard priority <= cost + least(from: junction) else { continue }
      if let end = ends.first(where: { $0.junction == junction }),
        cost + end.cost < best?.cost ?? .infinity
      {
        best = (junction, cost + end.cost)
      }
      for link in links[Int(junction)] where cost + link.cost < costs[Int(link.end)] {
        costs[Int(link.end)] = cost + link.cost
        previous[Int(link.end)] = junction
        queue.push(link.end, priority: cost + link.cost + least(from: link.end))
      }
    }
    guard let last = best?.junction else { return nil }
    return sequence(first: last) { previous[Int($0)] }.prefix { $0 >= 0 }.reversed()
  }
}

extension BuiltInCity {
  /// Returns the corners of the way of a car along the streets, both ends included; `nil` without a
  /// way, and where an end is outside of the city.
  func way(from start: Location, to end: Location) -> [Location]? {
    guard Self.contains(start), Self.contains(end), let first = nearest(to: start),
      let last = nearest(to: end)
    else { return nil }
    let isOnePiece = first.segment == last.segment
    guard
      let junctions = isOnePiece
        ? [] : graph.way(from: costs(to: first), to: costs(to: last), points)
    else { return nil }
    return PathSimplification.simplify(
      [start, location(of: first)] + junctions.map { corners[Int($0)] } + [location(of: last), end])
  }

  /// The costs from a point on a street to both ends of its piece.
  private func costs(to point: StreetPoint) -> [(junction: Int32, cost: Double)] {
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
    while child > 0, items[child].priority < items[(child - 1) / 2].priority {
      items.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func pop() -> (junction: Int32, priority: Double)? {
    guard let first = items.first else { return nil }
    items[0] = items[items.count - 1]
    items.removeLast()
    var parent = 0
    while true {
      let children = (2 * parent + 1..<2 * parent + 3).clamped(to: 0..<items.count)
      guard let least = children.min(by: { items[$0].priority < items[$1].priority }),
        items[least].priority < items[parent].priority
      else { return first }
      items.swapAt(parent, least)
      parent = least
    }
  }
}
