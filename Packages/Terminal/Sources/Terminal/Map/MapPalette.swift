/// Whether a terminal's background is dark or light.
public enum TerminalBackground: Sendable { case dark, light }

/// The styles of a map, by the background; where that is not known, tones that suit both, and nothing
/// is filled.
struct MapPalette {
  let background: TerminalBackground?
  /// Whether a route is shown, beside which streets step back.
  let hasRoute: Bool

  private func style(
    dark: (UInt8, UInt8, UInt8), light: (UInt8, UInt8, UInt8), unknown: Color = Self.gray,
    theme: UInt8? = nil, isBold: Bool = false, isDim: Bool = false
  ) -> Style {
    let foreground =
      switch background {
      case .dark: Color.rgb(dark.0, dark.1, dark.2, theme: theme)
      case .light: Color.rgb(light.0, light.1, light.2, theme: theme)
      case nil: unknown
      }
    return Style(foreground: foreground, isBold: isBold, isDim: isDim)
  }

  /// The style of the dots of a layer.
  func style(of layer: DotGrid.Layer) -> Style {
    switch (layer, hasRoute) {
    case (.empty, true), (.local, true): style(dark: (88, 88, 88), light: (178, 178, 178), theme: 8)
    case (.empty, false), (.local, false):
      style(dark: (108, 108, 108), light: (158, 158, 158), theme: 8)
    case (.coast, _):
      // Where there are no colors it steps back.
      style(
        dark: (70, 120, 175), light: (60, 135, 190), unknown: .blue, theme: 6,
        isDim: background == nil)
    case (.collector, true): style(dark: (138, 138, 138), light: (138, 138, 138), theme: 8)
    case (.collector, false): style(dark: (168, 168, 168), light: (108, 108, 108))
    case (.major, true): style(dark: (168, 168, 168), light: (108, 108, 108), theme: 8)
    case (.major, false): style(dark: (208, 208, 208), light: (58, 58, 58), isBold: true)
    case (.motorway, true): style(dark: (175, 135, 95), light: (135, 95, 0), theme: 3)
    case (.motorway, false):
      style(dark: (255, 175, 95), light: (135, 95, 0), unknown: .yellow, theme: 3)
    case (.approach, _): style(dark: (255, 175, 0), light: (175, 95, 0), unknown: .yellow, theme: 3)
    case (.route, _):
      // The accent on a known background. Without fixed colors the route has the terminal's own, which is seen best on any background. The
      // tone for an unknown one is as light as that of water, and none of its.
      Style(
        foreground: background.flatMap { Style.accent.on($0).foreground?.withoutTheme }
          ?? .rgb(175, 95, 255, theme: nil), isBold: true)
    }
  }

  private static let gray = Color.rgb(136, 136, 136, theme: 8)

  /// The color behind water or a park; `nil` where none can be chosen.
  func fill(isWater: Bool) -> Color? {
    switch (background, isWater) {
    case (.dark?, true): .rgb(22, 46, 74, theme: nil)
    case (.dark?, false): .rgb(28, 46, 30, theme: nil)
    case (.light?, true): .rgb(207, 230, 250, theme: nil)
    case (.light?, false): .rgb(218, 238, 208, theme: nil)
    case (nil, _): nil
    }
  }

  /// The style of a name.
  func style(of kind: MapGround.Place.Kind) -> Style {
    switch kind {
    case .landmark where background == nil: .bold
    case .landmark: style(dark: (228, 228, 228), light: (38, 38, 38), isBold: true)
    case .town: style(dark: (178, 178, 178), light: (88, 88, 88), theme: 7)
    case .water: style(dark: (135, 175, 215), light: (0, 95, 135), unknown: .blue, theme: 6)
    }
  }

  /// The style of the name of a street.
  var streetName: Style { style(dark: (198, 198, 198), light: (68, 68, 68)) }
}
