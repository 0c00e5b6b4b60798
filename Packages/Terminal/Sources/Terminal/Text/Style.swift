/// The style of text: colors and attributes, named by their meaning where possible.
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

  /// Creates a style; without arguments the plain one.
  public init(
    foreground: Color? = nil, background: Color? = nil, isBold: Bool = false, isDim: Bool = false,
    isUnderlined: Bool = false, isReversed: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
    self.isDim = isDim
    self.isUnderlined = isUnderlined
    self.isReversed = isReversed
  }
}

/// The roles use the sixteen colors of the terminal's theme, which suit a light and a dark one.
extension Style {
  public static let plain = Style()
  public static let bold = Style(isBold: true)
  public static let error = Style(foreground: .red, isBold: true)
  public static let warning = Style(foreground: .yellow)
  public static let success = Style(foreground: .green)
  public static let accent = Style(foreground: .cyan)
  public static let heading = Style(isBold: true)

  /// Less important text.
  public static let muted = Style(isDim: true)

  /// The chosen row of a list.
  public static let selected = Style(isReversed: true)
}

extension Style {
  /// The control sequence that switches from the plain style to this one; empty for ``plain``.
  ///
  /// Source: ECMA-48, 8.3.117, "Select graphic rendition".
  func selectGraphicRendition(_ level: ColorLevel) -> String {
    var parameters: [String] = []
    if isBold { parameters.append("1") }
    if isDim { parameters.append("2") }
    if isUnderlined { parameters.append("4") }
    if isReversed { parameters.append("7") }
    if let foreground { parameters += foreground.parameters(level, isBackground: false) }
    if let background { parameters += background.parameters(level, isBackground: true) }
    return parameters.isEmpty ? "" : "\u{1B}[\(parameters.joined(separator: ";"))m"
  }

  static let resetSequence = "\u{1B}[0m"
}
