extension Picture {
  /// A drawing in Scalable Vector Graphics; the same picture always gives the same bytes.
  package var svg: String {
    let layout = Layout(self)
    // A drawing without dimensions is refused by programs that show it.
    let (width, height) = (max(layout.width, 1), max(layout.height, 1))
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width.svg)\" "
        + "height=\"\(height.svg)\" font-family=\"sans-serif\" font-size=\"12\">",
      "<defs>" + Self.arrow("arrow", "#555") + Self.arrow("broken", "#c00") + "</defs>",
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
    ]
    for (edge, bends) in zip(edges, layout.bends) {
      lines.append(Self.line(edge, bends, layout.boxes[edge.from], layout.boxes[edge.to]))
    }
    for (node, box) in zip(nodes, layout.boxes) { lines.append(Self.box(node, box)) }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
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
    let title = edge.violations.isEmpty ? "" : "breaks \(edge.violations.joined(separator: ", "))"
    return "<path d=\"\(path)\" fill=\"none\" \(style)><title>\(escaped(title))</title></path>"
  }

  private static func box(_ node: Node, _ box: Layout.Box) -> String {
    let fill =
      node.isAffected
      ? "#fd8" : ["test": "#eef6ff", "executable": "#efe"][node.kind, default: "#f6f6f6"]
    let texts = node.lines.enumerated().map { index, line in
      let y = box.y + 18 + Double(index) * 16
      let weight = index == 0 && node.lines.count > 1 ? " font-weight=\"bold\"" : ""
      return "<text x=\"\((box.x + 10).svg)\" y=\"\(y.svg)\"\(weight)>\(escaped(line))</text>"
    }
    return "<rect x=\"\(box.x.svg)\" y=\"\(box.y.svg)\" width=\"\(box.width.svg)\" "
      + "height=\"\(box.height.svg)\" rx=\"4\" fill=\"\(fill)\" stroke=\"#333\"/>" + texts.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
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
