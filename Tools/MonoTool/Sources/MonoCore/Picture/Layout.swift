/// Places boxes in layers, so that arrows point down and boxes never overlap.
///
/// Source: K. Sugiyama, S. Tagawa, M. Toda, "Methods for Visual Understanding of Hierarchical System
/// Structures", IEEE Transactions on Systems, Man, and Cybernetics 11 (1981): layers, bends where an
/// arrow crosses a layer, an order of each layer.
package struct Layout: Sendable {
  package struct Box: Sendable, Equatable {
    package var x: Double
    package var y: Double
    package let width: Double
    package let height: Double
  }

  /// One box for each node of the picture.
  package private(set) var boxes: [Box] = []
  /// For each edge the points between its boxes, top to bottom.
  package private(set) var bends: [[(x: Double, y: Double)]] = []
  package private(set) var width = 0.0
  package private(set) var height = 0.0

  private static let gap = 24.0
  private static let layerGap = 56.0
  private static let margin = 16.0

  /// - Parameter sizes: Of the nodes' boxes; without them those that their lines need.
  package init(_ picture: Picture, sizes: [(width: Double, height: Double)]? = nil) {
    self.init(picture, sizes: sizes, tries: LayerOrder.usualTries)
  }

  init(_ picture: Picture, sizes: [(width: Double, height: Double)]? = nil, tries: Int) {
    var layering = Layering(picture)
    layering.layers = LayerOrder(layering, tries: tries).layers
    let sizes = sizes ?? picture.nodes.map(Self.size)
    place(layering, picture, layering.items.map { $0 < sizes.count ? sizes[$0] : (4, 0) })
  }

  private mutating func place(
    _ layering: Layering, _ picture: Picture, _ sizes: [(width: Double, height: Double)]
  ) {
    var centers = Self.start(layering, sizes)
    for _ in 0..<6 {
      for layer in layering.layers { Self.align(layer, layering, sizes, &centers) }
      for layer in layering.layers.reversed() { Self.align(layer, layering, sizes, &centers) }
    }
    let left = zip(centers, sizes).map { $0 - $1.width / 2 }.min() ?? 0
    var y = Self.margin
    var tops = Array(repeating: 0.0, count: layering.items.count)
    var heights = tops
    for layer in layering.layers {
      let height = layer.map { sizes[$0].height }.max() ?? 0
      for item in layer { (tops[item], heights[item]) = (y, height) }
      y += height + Self.layerGap
    }
    for item in layering.items {
      centers[item] += Self.margin - left
      width = max(width, centers[item] + sizes[item].width / 2 + Self.margin)
    }
    height = max(y - Self.layerGap, 0) + Self.margin
    boxes = picture.nodes.indices.map { node in
      Box(
        x: centers[node] - sizes[node].width / 2, y: tops[node], width: sizes[node].width,
        height: sizes[node].height)
    }
    bends = layering.chains.map { chain in
      chain.flatMap { item in
        [(centers[item], tops[item]), (centers[item], tops[item] + heights[item])]
      }
    }
  }

  private static func size(of node: Picture.Node) -> (width: Double, height: Double) {
    let longest = node.lines.map(\.count).max() ?? 0
    return (Double(longest) * 7.5 + 20, Double(node.lines.count) * 16 + 12)
  }

  /// Between the centers of two neighbors in a layer; arrows that pass may come close.
  private static func distance(
    _ left: Int, _ right: Int, _ sizes: [(width: Double, height: Double)]
  ) -> Double {
    let passages = [left, right].count { sizes[$0].height == 0 }
    let space = passages == 2 ? 6 : passages == 1 ? gap / 2 : gap
    return (sizes[left].width + sizes[right].width) / 2 + space
  }

  /// Every layer side by side from the left.
  private static func start(
    _ layering: Layering, _ sizes: [(width: Double, height: Double)]
  ) -> [Double] {
    var centers = Array(repeating: 0.0, count: layering.items.count)
    for layer in layering.layers {
      var x = 0.0
      for (index, item) in layer.enumerated() {
        if index > 0 { x += distance(layer[index - 1], item, sizes) }
        centers[item] = x
      }
    }
    return centers
  }

  /// Moves the items of a layer towards their neighbors as far as the order and the gaps allow:
  /// the least-squares solution, by pooling adjacent items that would overlap.
  private static func align(
    _ layer: [Int], _ layering: Layering, _ sizes: [(width: Double, height: Double)],
    _ centers: inout [Double]
  ) {
    var offset = 0.0
    var offsets: [Double] = []
    var pools: [(sum: Double, count: Double)] = []
    for (index, item) in layer.enumerated() {
      if index > 0 { offset += distance(layer[index - 1], item, sizes) }
      offsets.append(offset)
      let neighbors = layering.neighbors(item)
      let wish =
        neighbors.isEmpty
        ? centers[item] : neighbors.map { centers[$0] }.reduce(0, +) / Double(neighbors.count)
      pools.append((wish - offset, 1))
      while pools.count > 1 {
        let last = pools[pools.count - 1]
        let before = pools[pools.count - 2]
        if before.sum / before.count <= last.sum / last.count { break }
        pools.removeLast()
        pools[pools.count - 1] = (before.sum + last.sum, before.count + last.count)
      }
    }
    var index = 0
    for pool in pools {
      for _ in 0..<Int(pool.count) {
        centers[layer[index]] = pool.sum / pool.count + offsets[index]
        index += 1
      }
    }
  }
}
