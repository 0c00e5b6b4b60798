/// The style of text: color and attributes, named by their meaning where possible.
public struct Style: Sendable, Hashable {
  /// The color of the letters; the terminal's own without one.
  public var foreground: Color?
  /// The color behind the letters; the terminal's own without one.
  public var background: Color?
  public var isBold: Bool
  public var isDim: Bool
  public var isUnderlined: Bool
  /// Whether the colors of letters and background are exchanged.
  public var isReversed: Bool

  public init(
    foreground: Color? = nil, background: Color? = nil, isBold: Bool = false, isDim: Bool = false,
    isUnderlined: Bool = false, isReversed: Bool = false
  ) {
    (self.foreground, self.background) = (foreground, background)
    (self.isBold, self.isDim) = (isBold, isDim)
    (self.isUnderlined, self.isReversed) = (isUnderlined, isReversed)
  }

  // The roles use colors that suit a light and a dark background.
  public static let plain = Style()
  public static let bold = Style(isBold: true)
  public static let error = Style(foreground: .red, isBold: true)
  public static let warning = Style(foreground: .yellow)
  public static let success = Style(foreground: .green)
  /// The one color for what is chosen, has the focus or is new; also that of a route.
  public static let accent = Style(foreground: .cyan)
  public static let heading = Style(isBold: true)
  /// Less important text.
  public static let muted = Style(isDim: true)
  /// The chosen row of a list.
  public static let selected = Style(isReversed: true)

  /// The control sequence that switches from the plain style to this one; empty for ``plain``.
  /// Source: ECMA-48, 8.3.117, "Select graphic rendition".
  func selectGraphicRendition(_ level: ColorLevel) -> String {
    let attributes = [(isBold, "1"), (isDim, "2"), (isUnderlined, "4"), (isReversed, "7")]
    let parameters =
      attributes.filter(\.0).map(\.1) + (foreground?.parameters(level, base: 30) ?? [])
      + (background?.parameters(level, base: 40) ?? [])
    return parameters.isEmpty ? "" : "\u{1B}[\(parameters.joined(separator: ";"))m"
  }

  static let resetSequence = "\u{1B}[0m"

  /// The style on a known background: brighter roles on a dark one, and a tint for a selection.
  func on(_ background: TerminalBackground?) -> Style {
    guard let background else { return self }
    var style = self
    style.foreground = foreground?.on(background)
    if self == .selected { style = Style(background: Self.tint(background), isBold: true) }
    return style
  }

  /// What is behind a selection on a known background.
  static func tint(_ background: TerminalBackground) -> Color {
    switch background {
    case .dark: .rgb(28, 58, 72, theme: nil)
    case .light: .rgb(215, 232, 250, theme: nil)
    }
  }
}

/// A color: one of the terminal's theme, or a fixed one that is brought down to what it can show.
public enum Color: Sendable, Hashable {
  /// One of the sixteen colors of the theme, `0...15`; larger numbers wrap around.
  case theme(UInt8)
  /// Red, green and blue; where there are only sixteen colors one of the theme, or the terminal's
  /// own without one.
  case rgb(UInt8, UInt8, UInt8, theme: UInt8?)

  // Tones that suit a light and a dark background.
  public static let red = Color.theme(1)
  public static let green = Color.rgb(0, 135, 0, theme: 2)
  public static let yellow = Color.rgb(175, 95, 0, theme: 3)
  public static let blue = Color.rgb(95, 135, 215, theme: 4)
  public static let cyan = Color.rgb(0, 135, 175, theme: 6)

  /// The tone of the color that suits a known background.
  fileprivate func on(_ background: TerminalBackground) -> Color {
    switch (self, background) {
    case (.cyan, .dark): .rgb(0, 215, 255, theme: 6)
    case (.cyan, .light): .rgb(0, 95, 215, theme: 6)
    case (.green, .dark): .rgb(95, 215, 95, theme: 2)
    case (.yellow, .dark): .rgb(255, 175, 0, theme: 3)
    case (.red, .dark): .rgb(255, 110, 103, theme: 1)
    case (.red, .light): .rgb(190, 30, 30, theme: 1)
    default: self
    }
  }

  /// The color where it can be shown as it is, and the terminal's own elsewhere.
  var withoutTheme: Color {
    if case .rgb(let red, let green, let blue, _) = self {
      .rgb(red, green, blue, theme: nil)
    } else {
      self
    }
  }

  /// The parameters of the sequence that selects the color, from 30 for letters and 40 for what is
  /// behind them; none where there are no colors.
  fileprivate func parameters(_ level: ColorLevel, base: Int) -> [String] {
    switch (self, level) {
    case (_, .none), (.rgb(_, _, _, theme: nil), .sixteen): []
    case (.theme(let index), _), (.rgb(_, _, _, let index?), .sixteen):
      [String(base + Int(index % 8) + (index % 16 < 8 ? 0 : 60))]
    case (.rgb(let red, let green, let blue, _), .full):
      ["\(base + 8)", "2", "\(red)", "\(green)", "\(blue)"]
    case (.rgb(let red, let green, let blue, _), .palette):
      ["\(base + 8)", "5", "\(Self.paletteIndex(red, green, blue))"]
    }
  }

  /// The nearest color of the cube 16...231 or of the grays 232...255, as xterm defines them.
  private static func paletteIndex(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
    let levels = [0, 95, 135, 175, 215, 255]
    let wanted = [Int(red), Int(green), Int(blue)]
    let nearest = wanted.map { channel in
      levels.indices.min { abs(levels[$0] - channel) < abs(levels[$1] - channel) } ?? 0
    }
    let gray = min(23, max(0, (wanted.reduce(0, +) / 3 - 8 + 5) / 10))
    let cubeError = distance(wanted, nearest.map { levels[$0] })
    let grayError = distance(wanted, [8 + 10 * gray, 8 + 10 * gray, 8 + 10 * gray])
    // What has a color is not to become gray like its neighbors.
    let isColorful = (wanted.max() ?? 0) - (wanted.min() ?? 0) >= 50
    if grayError < cubeError, !isColorful { return 232 + gray }
    return 16 + 36 * nearest[0] + 6 * nearest[1] + nearest[2]
  }

  private static func distance(_ a: [Int], _ b: [Int]) -> Int {
    zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}
