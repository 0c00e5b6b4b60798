/// Whether a terminal's background is dark or light.
public enum TerminalBackground: Sendable {
  case dark, light
}

/// The styles of a map, by the background; where that is not known, tones that suit both, and nothing
/// is filled.
struct MapPalette {
  let background: TerminalBackground?
  /// Whether a route is shown, beside which streets step back.
  let hasRoute: Bool

  private func color(
    dark: (UInt8, UInt8, UInt8), light: (UInt8, UInt8, UInt8), unknown: Color, theme: UInt8?
  ) -> Color {
    switch background {
    case .dark: .rgb(dark.0, dark.1, dark.2, theme: theme)
    case .light: .rgb(light.0, light.1, light.2, theme: theme)
    case nil: unknown
    }
  }

  /// The style of the dots of a layer.
  func style(of layer: DotGrid.Layer) -> Style {
    switch layer {
    case .empty, .local:
      Style(
        foreground: hasRoute
          ? color(dark: (88, 88, 88), light: (178, 178, 178), unknown: Self.gray, theme: 8)
          : color(dark: (108, 108, 108), light: (158, 158, 158), unknown: Self.gray, theme: 8))
    case .coast:
      Style(
        foreground: color(dark: (70, 120, 175), light: (60, 135, 190), unknown: .blue, theme: 6))
    case .collector:
      Style(
        foreground: hasRoute
          ? color(dark: (138, 138, 138), light: (138, 138, 138), unknown: Self.gray, theme: 8)
          : color(dark: (168, 168, 168), light: (108, 108, 108), unknown: Self.gray, theme: nil))
    case .major:
      Style(
        foreground: hasRoute
          ? color(dark: (168, 168, 168), light: (108, 108, 108), unknown: Self.gray, theme: 8)
          : color(dark: (208, 208, 208), light: (58, 58, 58), unknown: Self.gray, theme: nil),
        isBold: !hasRoute)
    case .motorway:
      Style(
        foreground: hasRoute
          ? color(dark: (175, 135, 95), light: (135, 95, 0), unknown: Self.gray, theme: 3)
          : color(dark: (255, 175, 95), light: (135, 95, 0), unknown: .yellow, theme: 3))
    case .approach:
      Style(foreground: color(dark: (255, 175, 0), light: (175, 95, 0), unknown: .yellow, theme: 3))
    case .route:
      // Without fixed colors the route has the terminal's own, which is seen best on any background.
      Style(
        foreground: color(
          dark: (0, 215, 255), light: (0, 95, 215), unknown: .rgb(95, 135, 215, theme: nil),
          theme: nil), isBold: true)
    }
  }

  private static let gray = Color.rgb(136, 136, 136, theme: 8)

  /// The color behind water or a park; `nil` where none can be chosen.
  func fill(isWater: Bool) -> Color? {
    switch (background, isWater) {
    case (.dark?, true): .rgb(22, 48, 74, theme: nil)
    case (.dark?, false): .rgb(28, 46, 30, theme: nil)
    case (.light?, true): .rgb(207, 230, 250, theme: nil)
    case (.light?, false): .rgb(218, 238, 208, theme: nil)
    case (nil, _): nil
    }
  }

  /// The style of a name.
  func style(of kind: MapGround.Place.Kind) -> Style {
    switch kind {
    case .landmark: Style(foreground: background == nil ? nil : landmark, isBold: true)
    case .town:
      Style(
        foreground: color(dark: (178, 178, 178), light: (88, 88, 88), unknown: Self.gray, theme: 7))
    case .water:
      Style(foreground: color(dark: (135, 175, 215), light: (0, 95, 135), unknown: .blue, theme: 6))
    }
  }

  private var landmark: Color {
    color(dark: (228, 228, 228), light: (38, 38, 38), unknown: Self.gray, theme: nil)
  }

  /// The style of the name of a street.
  var streetName: Style {
    Style(
      foreground: color(dark: (198, 198, 198), light: (68, 68, 68), unknown: Self.gray, theme: nil))
  }
}
