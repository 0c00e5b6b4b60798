/// Finds an order of each layer in which few arrows cross.
///
/// Items change their places at random, at first also when that costs crossings, less and less, and at
/// last only when it does not. The random numbers are the same each time.
/// Source: G. Dueck, T. Scheuer, "Threshold Accepting", Journal of Computational Physics 90 (1990).
struct LayerOrder {
  private(set) var layers: [[Int]]
  private let above: [[Int]]
  private let below: [[Int]]
  /// Where each item is in its layer.
  private var place: [Int]

  static let usualTries = 8000
  /// How often moves are tried at most; as many take a quarter of a second.
  private static let most = 1_000_000
  /// How many crossings a move may cost at first.
  private static let tolerance = 16.0
  /// How many places an item moves at most.
  private static let reach = 12

  /// - Parameter tries: How often a move is tried for each item.
  init(_ layering: Layering, tries: Int = Self.usualTries) {
    (above, below) = (layering.above, layering.below)
    place = Array(repeating: 0, count: above.count)
    layers = Self.start(layering)
    for layer in layers.indices { number(layer) }
    moveAtRandom(tries)
  }

  private mutating func moveAtRandom(_ tries: Int) {
    var numbers = Numbers()
    var (best, fewest) = (layers, crossings)
    var now = fewest
    let layerOf = Self.layerOf(layers, count: above.count)
    let items = place.indices.filter { layers[layerOf[$0]].count > 1 }
    let steps = min(tries * items.count, Self.most)
    for step in 0..<steps where fewest > 0 {
      let item = items[numbers.below(items.count)]
      let layer = layerOf[item]
      let from = place[item]
      let distance = 1 + numbers.below(Self.reach)
      let wish = numbers.below(2) == 0 ? from - distance : from + distance
      let to = min(max(wish, 0), layers[layer].count - 1)
      let change = change(moving: item, in: layers[layer], from: from, to: to)
      let tolerance = Self.tolerance * (1 - Double(step) / Double(steps))
      guard to != from, Double(change) <= tolerance * numbers.fraction() else { continue }
      layers[layer].remove(at: from)
      layers[layer].insert(item, at: to)
      for position in min(from, to)...max(from, to) { place[layers[layer][position]] = position }
      now += change
      if now < fewest { (best, fewest) = (layers, now) }
    }
    layers = best
    for layer in layers.indices { number(layer) }
  }

  /// What the crossings change by when an item passes those between its place and another.
  private func change(moving item: Int, in layer: [Int], from: Int, to: Int) -> Int {
    var sum = 0
    for position in min(from, to)...max(from, to) {
      sum += balance(above[item], above[layer[position]])
      sum += balance(below[item], below[layer[position]])
    }
    return to > from ? -sum : sum
  }

  /// The crossings of an item's arrows with those of an item on its right, less those if it were on its
  /// left.
  private func balance(_ one: [Int], _ other: [Int]) -> Int {
    var sum = 0
    for end in one {
      for otherEnd in other { sum += (place[end] - place[otherEnd]).signum() }
    }
    return sum
  }

  private mutating func number(_ layer: Int) {
    for (position, item) in layers[layer].enumerated() { place[item] = position }
  }

  /// Items in the order in which a walk along the arrows meets them, so that a tree has no crossings.
  private static func start(_ layering: Layering) -> [[Int]] {
    var layers: [[Int]] = layering.layers.map { _ in [] }
    let layerOf = layerOf(layering.layers, count: layering.items.count)
    var seen = Array(repeating: false, count: layering.items.count)
    for root in layering.layers.joined() where !seen[root] {
      var queue = [root]
      seen[root] = true
      var head = 0
      while head < queue.count {
        let item = queue[head]
        head += 1
        layers[layerOf[item]].append(item)
        for next in layering.below[item] where !seen[next] {
          seen[next] = true
          queue.append(next)
        }
      }
    }
    return layers
  }

  private static func layerOf(_ layers: [[Int]], count: Int) -> [Int] {
    var layerOf = Array(repeating: 0, count: count)
    for (index, layer) in layers.enumerated() {
      for item in layer { layerOf[item] = index }
    }
    return layerOf
  }

  /// All crossings, counted as inversions layer by layer.
  var crossings: Int {
    layers.dropLast().reduce(0) { count, layer in
      let ends = layer.flatMap { below[$0].map { place[$0] }.sorted() }
      return count + Self.inversions(ends)
    }
  }

  private static func inversions(_ numbers: [Int]) -> Int {
    var tree = Array(repeating: 0, count: (numbers.max() ?? 0) + 2)
    var count = 0
    for (seen, number) in numbers.enumerated() {
      var index = number + 1
      var notGreater = 0
      while index > 0 {
        notGreater += tree[index]
        index &= index - 1
      }
      count += seen - notGreater
      index = number + 1
      while index < tree.count {
        tree[index] += 1
        index += index & -index
      }
    }
    return count
  }
}

/// The same numbers in the same order each time.
///
/// Source: G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (2003).
private struct Numbers {
  private var state: UInt64 = 0x0139_408d_cbbf_7a44

  private mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state >> 32
  }

  mutating func below(_ limit: Int) -> Int { Int(next()) % limit }

  /// From 0 to less than 1.
  mutating func fraction() -> Double { Double(next()) / 0x1p32 }
}
