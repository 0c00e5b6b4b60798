/// Finds an order of each layer in which few arrows cross.
///
/// Source: E. R. Gansner, E. Koutsofios, S. C. North, K.-P. Vo, "A Technique for Drawing Directed
/// Graphs", IEEE Transactions on Software Engineering 19 (1993), section 3: medians and exchanges of
/// neighbors, the best of several rounds.
struct LayerOrder {
  private(set) var layers: [[Int]]
  private let above: [[Int]]
  private let below: [[Int]]
  /// Where each item is in its layer.
  private var place: [Int]

  private static let rounds = 32

  init(_ layering: Layering) {
    layers = layering.layers
    (above, below) = (layering.above, layering.below)
    place = Array(repeating: 0, count: above.count)
    for layer in layers.indices { number(layer) }
    var best = layers
    var fewest = Int.max
    for start in [true, false] {
      layers = Self.start(layering, fromTop: start)
      for layer in layers.indices { number(layer) }
      for round in 0..<Self.rounds {
        exchange(equals: round % 8 >= 4)
        let crossings = crossings
        if crossings < fewest { (best, fewest) = (layers, crossings) }
        sort(down: round.isMultiple(of: 2), byMedian: round % 4 < 2, turned: round % 8 >= 4)
      }
    }
    layers = best
    for layer in layers.indices { number(layer) }
    while sift() {}
  }

  /// Moves each item to the best place in its layer; `false` when all have it.
  private mutating func sift() -> Bool {
    var isBetter = false
    for layer in layers.indices {
      let neighbors = layers[layer].map { item in
        (above[item].map { place[$0] }.sorted(), below[item].map { place[$0] }.sorted())
      }
      /// What the crossings change by when the second of two neighbors goes before the first.
      func change(_ left: Int, _ right: Int) -> Int {
        let (one, other) = (neighbors[left], neighbors[right])
        return Self.crossings(other.0, one.0) + Self.crossings(other.1, one.1)
          - Self.crossings(one.0, other.0) - Self.crossings(one.1, other.1)
      }
      var order = Array(neighbors.indices)
      for item in neighbors.indices {
        guard let start = order.firstIndex(of: item) else { continue }
        var (best, least) = (start, 0)
        var sum = 0
        for position in (0..<start).reversed() {
          sum += change(order[position], item)
          if sum < least { (best, least) = (position, sum) }
        }
        sum = 0
        for position in (start + 1)..<max(start + 1, order.count) {
          sum += change(item, order[position])
          if sum < least { (best, least) = (position, sum) }
        }
        if best != start {
          order.remove(at: start)
          order.insert(item, at: best)
          isBetter = true
        }
      }
      layers[layer] = order.map { layers[layer][$0] }
      number(layer)
    }
    return isBetter
  }

  private mutating func number(_ layer: Int) {
    for (position, item) in layers[layer].enumerated() { place[item] = position }
  }

  /// Items in the order in which a walk along the arrows meets them, so that a tree has no crossings.
  private static func start(_ layering: Layering, fromTop: Bool) -> [[Int]] {
    var layers: [[Int]] = layering.layers.map { _ in [] }
    var layerOf = Array(repeating: 0, count: layering.items.count)
    for (index, layer) in layering.layers.enumerated() {
      for item in layer { layerOf[item] = index }
    }
    var seen = Array(repeating: false, count: layering.items.count)
    let order =
      fromTop ? Array(layering.layers.joined()) : layering.layers.reversed().flatMap(\.self)
    for root in order where !seen[root] {
      var queue = [root]
      seen[root] = true
      var head = 0
      while head < queue.count {
        let item = queue[head]
        head += 1
        layers[layerOf[item]].append(item)
        for next in fromTop ? layering.below[item] : layering.above[item] where !seen[next] {
          seen[next] = true
          queue.append(next)
        }
      }
    }
    return layers
  }

  /// Sorts each layer by the places of the neighbors in the layer before.
  private mutating func sort(down: Bool, byMedian: Bool, turned: Bool) {
    for layer in down ? Array(layers.indices) : layers.indices.reversed() {
      let items = layers[layer]
      let wishes = items.map { item -> Double? in
        let places = (down ? above[item] : below[item]).map { place[$0] }.sorted()
        if places.isEmpty { return nil }
        return byMedian
          ? Self.median(places) : Double(places.reduce(0, +)) / Double(places.count)
      }
      // What has no neighbors there stays where it is.
      let movable = items.indices.filter { wishes[$0] != nil }
      let sorted = movable.sorted {
        ((wishes[$0] ?? 0), turned ? -$0 : $0) < ((wishes[$1] ?? 0), turned ? -$1 : $1)
      }
      for (position, index) in zip(movable, sorted) { layers[layer][position] = items[index] }
      number(layer)
    }
  }

  /// The middle; of an even number the mean of both, nearer to the side where they are denser.
  private static func median(_ places: [Int]) -> Double {
    let middle = places.count / 2
    if !places.count.isMultiple(of: 2) { return Double(places[middle]) }
    if places.count == 2 { return Double(places[0] + places[1]) / 2 }
    let left = Double(places[middle - 1] - places[0])
    let right = Double(places[places.count - 1] - places[middle])
    if left + right == 0 { return Double(places[middle - 1] + places[middle]) / 2 }
    return (Double(places[middle - 1]) * right + Double(places[middle]) * left) / (left + right)
  }

  /// Exchanges neighbors as long as that makes fewer crossings.
  private mutating func exchange(equals: Bool) {
    var isBetter = true
    var takesEquals = equals
    while isBetter {
      isBetter = false
      for layer in layers.indices {
        let places = layers[layer].map { item in
          (above[item].map { place[$0] }.sorted(), below[item].map { place[$0] }.sorted())
        }
        var order = Array(layers[layer].indices)
        var isLayerBetter = true
        while isLayerBetter {
          isLayerBetter = false
          for position in order.indices.dropLast() {
            let (left, right) = (places[order[position]], places[order[position + 1]])
            let now = Self.crossings(left.0, right.0) + Self.crossings(left.1, right.1)
            let then = Self.crossings(right.0, left.0) + Self.crossings(right.1, left.1)
            if then < now || takesEquals && then == now {
              order.swapAt(position, position + 1)
              if then < now {
                isLayerBetter = true
                isBetter = true
              }
            }
          }
        }
        layers[layer] = order.map { layers[layer][$0] }
        number(layer)
      }
      takesEquals = false
    }
  }

  /// The crossings of the arrows of an item with those of the item on its right, by the sorted places
  /// of their other ends.
  private static func crossings(_ left: [Int], _ right: [Int]) -> Int {
    var count = 0
    var passed = 0
    for place in left {
      while passed < right.count, right[passed] < place { passed += 1 }
      count += passed
    }
    return count
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
