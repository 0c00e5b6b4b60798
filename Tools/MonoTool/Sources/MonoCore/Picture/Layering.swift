/// Nodes and the places where long arrows cross layers, in layers from top to bottom.
struct Layering {
  /// The nodes of the picture first, then the passages: where an edge passes through a layer.
  var items: Range<Int> { layerOf.indices }
  var layers: [[Int]] = []
  /// For each edge its passages, in the direction of the arrow.
  private(set) var chains: [[Int]] = []
  /// Items of the layer directly above that are connected with an item.
  private(set) var above: [[Int]]
  /// Items of the layer directly below that are connected with an item.
  private(set) var below: [[Int]]
  private var layerOf: [Int]

  init(_ picture: Picture) {
    layerOf = Ranking(picture.graph).layers
    above = Array(repeating: [], count: layerOf.count)
    below = above
    layers = Array(repeating: [], count: (layerOf.max() ?? -1) + 1)
    for node in picture.nodes.indices { layers[layerOf[node]].append(node) }
    for edge in picture.edges { chains.append(connect(edge.from, edge.to)) }
  }

  func neighbors(_ item: Int) -> [Int] { above[item] + below[item] }

  private mutating func connect(_ from: Int, _ to: Int) -> [Int] {
    guard layerOf[from] != layerOf[to] else { return [] }
    let step = layerOf[from] < layerOf[to] ? 1 : -1
    var chain: [Int] = []
    var last = from
    for layer in stride(from: layerOf[from] + step, to: layerOf[to], by: step) {
      let passage = layerOf.count
      layerOf.append(layer)
      above.append([])
      below.append([])
      layers[layer].append(passage)
      join(last, passage)
      chain.append(passage)
      last = passage
    }
    join(last, to)
    return chain
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let (upper, lower) = layerOf[one] < layerOf[other] ? (one, other) : (other, one)
    below[upper].append(lower)
    above[lower].append(upper)
  }
}

/// The layer of each node, 0 at the top: every edge that closes no circle leads down, and all together
/// are short.
struct Ranking {
  private(set) var layers: [Int]
  /// Where edges come from and lead to, turned around where they would lead up.
  private var upper: [[Int]]
  private var lower: [[Int]]

  init(_ graph: DirectedGraph) {
    var height = Array(repeating: 0, count: graph.count)
    // Components come with dependencies first.
    for component in graph.components {
      let inside = Set(component)
      let above =
        component.flatMap { graph.successors[$0] }.filter { !inside.contains($0) }
        .map { height[$0] + 1 }.max() ?? 0
      for (position, node) in component.reversed().enumerated() {
        height[node] = above + position
      }
    }
    let top = height.max() ?? 0
    layers = height.map { top - $0 }
    upper = Array(repeating: [], count: graph.count)
    lower = upper
    for from in graph.successors.indices {
      for to in graph.successors[from] where from != to {
        let (high, low) = layers[from] < layers[to] ? (from, to) : (to, from)
        lower[high].append(low)
        upper[low].append(high)
      }
    }
    shorten()
  }

  /// Moves groups of nodes up or down as long as that makes the edges shorter.
  private mutating func shorten() {
    var isBetter = true
    while isBetter {
      isBetter = false
      for node in layers.indices {
        for step in [1, -1] {
          while let group = group(of: node, step: step) {
            for member in group { layers[member] += step }
            isBetter = true
          }
        }
      }
    }
    let used = Set(layers).sorted()
    let place = Dictionary(uniqueKeysWithValues: zip(used, used.indices))
    layers = layers.map { place[$0] ?? 0 }
  }

  /// The node with those that have to make room for it, when their move by one layer makes the edges
  /// shorter.
  private func group(of node: Int, step: Int) -> Set<Int>? {
    var group: Set = [node]
    var pending = [node]
    var change = 0
    let (ahead, behind) = step > 0 ? (lower, upper) : (upper, lower)
    while let next = pending.popLast() {
      change += behind[next].count - ahead[next].count
      for other in ahead[next]
      where layers[other] == layers[next] + step && group.insert(other).inserted {
        pending.append(other)
      }
    }
    return change < 0 ? group : nil
  }
}
