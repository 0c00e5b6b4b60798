import Basics
public import Terminal

/// The background and the letters of a picture.
public enum PictureTheme: String, CaseIterable, Sendable {
  case dark, light

  var background: String { self == .dark ? "#1e1e1e" : "#ffffff" }
  var foreground: String { self == .dark ? "#d4d4d4" : "#1e1e1e" }

  /// The sixteen colors, in the order of the control sequences.
  private static let colors = [
    "#000000", "#cd3131", "#0dbc79", "#b58900", "#2472c8", "#bc3fbc", "#11a8cd", "#bfbfbf",
    "#767676", "#f14c4c", "#23d18b", "#b58900", "#3b8eea", "#d670d6", "#29b8db", "#e5e5e5",
  ]

  func name(of color: Color) -> String {
    switch color {
    case .theme(let index): Self.colors[Int(index % 16)]
    case .rgb(let red, let green, let blue, _): "rgb(\(red),\(green),\(blue))"
    }
  }
}

extension Frame {
  /// The frame as a picture, for documents: what a terminal with 24-bit colors shows.
  public func svg(_ theme: PictureTheme) -> String {
    (opening(theme) + drawing(theme) + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// Frames of one size as a picture that moves, for documents.
  ///
  /// - Parameter seconds: How long each frame is seen.
  public static func cast(_ frames: [Frame], _ theme: PictureTheme, seconds: Int = 3) -> String {
    guard let first = frames.first else { return "" }
    let share = 100 / Double(frames.count)
    let style = """
      <style>.f{opacity:0;animation:s \(frames.count * seconds)s step-end infinite}\
      @keyframes s{0%{opacity:1}\(share)%{opacity:0}}</style>
      """
    let scenes = frames.enumerated().flatMap { index, frame in
      ["<g class=\"f\" style=\"animation-delay:\(index * seconds)s\">"] + frame.drawing(theme)
        + ["</g>"]
    }
    return (first.opening(theme) + [style] + scenes + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func opening(_ theme: PictureTheme) -> [String] {
    let (wide, high) = (size.columns * 8 + 16, size.rows * 17 + 16)
    return [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(wide) \(high)" \
      font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="13">
      """,
      "<rect width=\"\(wide)\" height=\"\(high)\" rx=\"6\" fill=\"\(theme.background)\"/>",
    ]
  }

  private func drawing(_ theme: PictureTheme) -> [String] {
    let (width, height) = (8, 17)
    var lines: [String] = []
    for row in 0..<size.rows {
      for run in runs(in: row) {
        let (x, y) = (8 + run.column * width, 8 + row * height)
        let style = run.style
        var letters = style.foreground.map(theme.name) ?? theme.foreground
        var fill = style.background.map(theme.name)
        if style.isReversed {
          fill = letters
          letters = theme.background
        }
        if let fill {
          lines.append(
            """
            <rect x="\(x)" y="\(y)" width="\(run.columns * width)" height="\(height)" \
            fill="\(fill)"/>
            """)
        }
        guard run.text.contains(where: { $0 != " " }) || style.isUnderlined else { continue }
        lines.append(
          """
          <text x="\(x)" y="\(y + 13)" textLength="\(run.columns * width)" xml:space="preserve" \
          fill="\(letters)"\(Self.attributes(of: style))>\(run.text.escapedForXML)</text>
          """)
      }
    }
    return lines
  }

  /// Characters of one style beside each other; a gap of blanks ends them.
  private struct Run {
    let column: Int
    let style: Style
    var text: String
    var columns: Int
  }

  private func runs(in row: Int) -> [Run] {
    var runs: [Run] = []
    for column in 0..<size.columns {
      let cell = self[column, row]
      if cell.isCovered {
        runs[runs.count - 1].columns += 1
        continue
      }
      if let last = runs.last, last.style == cell.style {
        runs[runs.count - 1].text.append(cell.character)
        runs[runs.count - 1].columns += 1
      } else {
        runs.append(
          Run(column: column, style: cell.style, text: String(cell.character), columns: 1))
      }
    }
    return runs
  }

  private static func attributes(of style: Style) -> String {
    (style.isBold ? " font-weight=\"bold\"" : "") + (style.isDim ? " opacity=\"0.6\"" : "")
      + (style.isUnderlined ? " text-decoration=\"underline\"" : "")
  }
}
