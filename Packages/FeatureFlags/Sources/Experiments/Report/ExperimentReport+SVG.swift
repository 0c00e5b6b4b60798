import Basics

extension ExperimentReport {
  private static let rowHeight = 56
  private static let left = 40.0
  private static let width = 560.0

  /// A chart of each variant's difference from the default with its interval, as an SVG document.
  public var chart: String {
    let shown = comparisons.filter { $0.interval != nil }
    let range = IntervalBar.range(
      around: shown.compactMap(\.interval) + [ConfidenceInterval(low: 0, high: 0)])
    func x(_ value: Double) -> String {
      let share = (value - range.low) / (range.high - range.low)
      return NumberText.fixed(Self.left + Self.width * min(1, max(0, share)), digits: 1)
    }
    let axis = 48 + shown.count * Self.rowHeight
    let height = axis + 40
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 \(height)" font-family="sans-serif" \
      font-size="14">
      """,
      "<title>\(Self.escaped(verdict))</title>",
      "<rect width=\"640\" height=\"\(height)\" fill=\"white\"/>",
      "<text x=\"40\" y=\"24\">\(Self.escaped(verdict.count > 80 ? title : verdict))</text>",
    ]
    for (index, comparison) in shown.enumerated() {
      guard let interval = comparison.interval, let difference = comparison.difference else {
        continue
      }
      let y = 60 + index * Self.rowHeight
      let name = NumberText.name(comparison.variant, length: 24)
      let value = unit.text(difference)
      lines += [
        "<text x=\"40\" y=\"\(y)\">\(Self.escaped(name)): \(value)</text>",
        """
        <line x1="\(x(interval.low))" x2="\(x(interval.high))" y1="\(y + 18)" y2="\(y + 18)" \
        stroke="#36c" stroke-width="4"/>
        """,
        "<circle cx=\"\(x(difference))\" cy=\"\(y + 18)\" r=\"6\" fill=\"#36c\"/>",
      ]
    }
    lines += [
      "<line x1=\"40\" x2=\"600\" y1=\"\(axis)\" y2=\"\(axis)\" stroke=\"black\"/>",
      "<line x1=\"\(x(0))\" x2=\"\(x(0))\" y1=\"40\" y2=\"\(axis)\" stroke=\"#999\"/>",
      "<text x=\"\(x(0))\" y=\"\(axis + 18)\" text-anchor=\"middle\">0</text>",
      "<text x=\"40\" y=\"\(axis + 34)\">\(unit.text(range.low))</text>",
      """
      <text x="600" y="\(axis + 34)" text-anchor="end">\
      \(unit.text(range.high))</text>
      """,
      "</svg>",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private var title: String {
    NumberText.name(
      [flag, value?.name ?? conversion].compactMap { $0 }.joined(separator: ", "), length: 60)
  }

  private static func escaped(_ text: String) -> String { NumberText.visible(text).escapedForXML }
}
