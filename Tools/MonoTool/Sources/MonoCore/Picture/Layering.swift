/// Nodes and the places where long arrows cross layers, in layers from top to bottom.
struct Layering {
  enum Item {
    case node(Int)
    /// Where an edge passes through a layer.
    case passage
  }

  /// The nodes of the picture first, then the passages.
  private(set) var items: [Item]
  private(set) var layers: [[Int]] = []
  /// For each edge its passages, in the direction of the arrow.
  private(set) var chains: [[Int]] = []
  /// Items of the layers directly above and below that are connected with an item.
  private(set) var neighbors: [[Int]]
  private var layerOf: [Int]

  init(_ picture: Picture) {
    items = picture.nodes.indices.map(Item.node)
    neighbors = Array(repeating: [], count: items.count)
    layerOf = Self.layers(of: picture.graph)
    layers = Array(repeating: [], count: (layerOf.max() ?? -1) + 1)
    for node in picture.nodes.indices { layers[layerOf[node]].append(node) }
    for edge in picture.edges { chains.append(connect(edge.from, edge.to)) }
  }

  /// The layer of each node: as far above what needs nothing as its longest way there; an edge that
  /// closes a circle does not count. A layer that would be too wide becomes several.
  private static func layers(of graph: DirectedGraph) -> [Int] {
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
    let widest = max(8, Int((Double(graph.count) * 1.6).squareRoot().rounded(.up)))
    var rows: [[Int]] = []
    for wanted in (0...(height.max() ?? 0)).reversed() {
      let layer = height.indices.filter { height[$0] == wanted }
      // Rows of equal length instead of full ones and a rest.
      let count = max(1, (layer.count + widest - 1) / widest)
      for row in 0..<count {
        rows.append(Array(layer[(layer.count * row / count)..<(layer.count * (row + 1) / count)]))
      }
    }
    var layerOf = height
    for (row, nodes) in rows.enumerated() {
      for node in nodes { layerOf[node] = row }
    }
    return layerOf
  }

  private mutating func connect(_ from: Int, _ to: Int) -> [Int] {
    guard layerOf[from] != layerOf[to] else { return [] }
    let step = layerOf[from] < layerOf[to] ? 1 : -1
    var chain: [Int] = []
    var last = from
    for layer in stride(from: layerOf[from] + step, to: layerOf[to], by: step) {
      items.append(.passage)
      layerOf.append(layer)
      neighbors.append([])
      layers[layer].append(items.count - 1)
      join(last, items.count - 1)
      last = items.count - 1
      chain.append(last)
    }
    join(last, to)
    return chain
  }

  private mutating func join(_ one: Int, _ other: Int) {
    neighbors[one].append(other)
    neighbors[other].append(one)
  }

  /// Sorts each layer by the mean place of its neighbors, down and up a few times.
  mutating func order() {
    var place = Array(repeating: 0.0, count: items.count)
    func number(_ layer: [Int]) {
      for (position, item) in layer.enumerated() {
        place[item] = Double(position) - Double(layer.count) / 2
      }
    }
    layers.forEach(number)
    for round in 0..<8 {
      let down = round.isMultiple(of: 2)
      for index in down ? Array(layers.indices) : layers.indices.reversed() {
        let wishes = layers[index].map { item -> Double in
          let before = neighbors[item].filter {
            down ? layerOf[$0] < index : layerOf[$0] > index
          }
          if before.isEmpty { return place[item] }
          return before.map { place[$0] }.reduce(0, +) / Double(before.count)
        }
        let sorted = zip(wishes, layers[index]).sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        layers[index] = sorted.map(\.1)
        number(layers[index])
      }
    }
  }
}
