extension Picture {
  /// A drawing in Scalable Vector Graphics; the same picture always gives the same bytes.
  ///
  /// Where nodes have groups each group has a frame, and one arrow stands for all edges between two.
  package var svg: String {
    let drawing = nodes.contains { $0.group != nil } ? groupedDrawing : self.drawing
    // A drawing without dimensions is refused by programs that show it.
    let (width, height) = (max(drawing.width, 1), max(drawing.height, 1))
    let lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width.svg)\" "
        + "height=\"\(height.svg)\" font-family=\"sans-serif\" font-size=\"12\">",
      "<defs>" + Self.arrow("arrow", "#555") + Self.arrow("broken", "#c00") + "</defs>",
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
    ]
    return (lines + drawing.lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private struct Drawing {
    let width: Double
    let height: Double
    let lines: [String]
  }

  private var drawing: Drawing {
    let layout = Layout(self)
    return Drawing(
      width: layout.width, height: layout.height,
      lines: arrows(layout) + zip(nodes, layout.boxes).map(Self.box))
  }

  /// A drawing of the groups, with a drawing of its nodes in the frame of each.
  private var groupedDrawing: Drawing {
    let groups = groups
    let parts = groups.members.map { Picture(nodes: $0.nodes, edges: $0.edges).drawing }
    let title = 20.0
    let layout = Layout(
      groups.picture,
      sizes: zip(parts, groups.picture.nodes).map { part, node in
        (max(part.width, Double(node.name.count) * 7.5 + 20), part.height + title)
      })
    let frames = zip(groups.picture.nodes, zip(layout.boxes, parts)).flatMap { node, frame in
      let (box, part) = frame
      return [
        "<rect x=\"\(box.x.svg)\" y=\"\(box.y.svg)\" width=\"\(box.width.svg)\" "
          + "height=\"\(box.height.svg)\" rx=\"6\" fill=\"#fcfcfc\" stroke=\"#aaa\"/>"
          + "<text x=\"\((box.x + 10).svg)\" y=\"\((box.y + 16).svg)\" font-weight=\"bold\">"
          + "\(node.name.escapedForXML)</text>",
        "<g transform=\"translate(\(box.x.svg) \((box.y + title).svg))\">",
      ] + part.lines + ["</g>"]
    }
    return Drawing(
      width: layout.width, height: layout.height, lines: groups.picture.arrows(layout) + frames)
  }

  private func arrows(_ layout: Layout) -> [String] {
    zip(edges, layout.bends).map { edge, bends in
      Self.line(edge, bends, layout.boxes[edge.from], layout.boxes[edge.to])
    }
  }

  private static func arrow(_ name: String, _ color: String) -> String {
    "<marker id=\"\(name)\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" "
      + "markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0 8 4 0 8z\" fill=\"\(color)\"/></marker>"
  }

  private static func line(
    _ edge: Edge, _ bends: [(x: Double, y: Double)], _ from: Layout.Box, _ to: Layout.Box
  ) -> String {
    let goesDown = from.y <= to.y
    let start = (from.x + from.width / 2, goesDown ? from.y + from.height : from.y)
    let end = (to.x + to.width / 2, goesDown ? to.y : to.y + to.height)
    var path = "M\(start.0.svg) \(start.1.svg)"
    // Passages are listed in the arrow's direction, each from its top to its bottom.
    var points = bends
    if !goesDown { points = points.chunked(2).flatMap { $0.reversed() } }
    for point in points + [(x: end.0, y: end.1)] { path += " L\(point.x.svg) \(point.y.svg)" }
    let isBroken = !edge.violations.isEmpty
    let style =
      isBroken
      ? "stroke=\"#c00\" stroke-width=\"2\" stroke-dasharray=\"5 3\" marker-end=\"url(#broken)\""
      : "stroke=\"#555\" marker-end=\"url(#arrow)\""
    let titles =
      (isBroken ? ["breaks \(edge.violations.joined(separator: ", "))"] : [])
      + (edge.count > 1 ? ["\(edge.count) dependencies"] : [])
    let title = titles.joined(separator: "; ").escapedForXML
    return "<path d=\"\(path)\" fill=\"none\" \(style)><title>\(title)</title></path>"
  }

  private static func box(_ node: Node, _ box: Layout.Box) -> String {
    let fill =
      node.isAffected
      ? "#fd8" : ["test": "#eef6ff", "executable": "#efe"][node.kind, default: "#f6f6f6"]
    let texts = node.lines.enumerated().map { index, line in
      let y = box.y + 18 + Double(index) * 16
      let weight = index == 0 && node.lines.count > 1 ? " font-weight=\"bold\"" : ""
      return "<text x=\"\((box.x + 10).svg)\" y=\"\(y.svg)\"\(weight)>\(line.escapedForXML)</text>"
    }
    return "<rect x=\"\(box.x.svg)\" y=\"\(box.y.svg)\" width=\"\(box.width.svg)\" "
      + "height=\"\(box.height.svg)\" rx=\"4\" fill=\"\(fill)\" stroke=\"#333\"/>" + texts.joined()
  }
}

extension Double {
  /// With one digit after the point, so that the last bits of a sum do not show.
  fileprivate var svg: String {
    let tenths = Int((self * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

extension Array {
  fileprivate func chunked(_ size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
