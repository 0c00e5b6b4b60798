import Glibc
import Testing

@testable import Terminal

/// The route is seen at least as well as the streets, on a dark background and on a light one.
struct MapContrastTests {
  private typealias RGB = (red: Int, green: Int, blue: Int)

  /// The sixteen colors of xterm and of the Linux console.
  ///
  /// Sources: xterm's XTerm-col.ad, and drivers/tty/vt/vt.c of Linux.
  private static let themes: [[Int]] = [
    [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
      0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ],
    [
      0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA,
      0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ],
  ]

  /// What rounding to the palette may cost: a difference of 2 % is not seen.
  private static let tolerance = 1.02

  @Test(arguments: [ColorLevel.sixteen, .palette, .full], [false, true])
  func `Streets are never brighter than the route`(level: ColorLevel, isLight: Bool) {
    for theme in Self.themes {
      for background in [nil, isLight ? TerminalBackground.light : .dark] {
        let palette = MapPalette(background: background, hasRoute: true)
        let route = contrast(of: palette.style(of: .route), level, theme, isLight: isLight)
        for layer in [DotGrid.Layer.coast, .local, .collector, .major, .motorway] {
          let street = contrast(of: palette.style(of: layer), level, theme, isLight: isLight)
          #expect(street <= route * Self.tolerance, "\(layer)")
        }
        #expect(route >= 3, "WCAG 2.2, 1.4.11, non-text contrast")
      }
    }
  }

  @Test(arguments: ColorLevel.allCases, [nil, TerminalBackground.dark, .light])
  func `Route, water, streets and parks differ in every palette`(
    level: ColorLevel, background: TerminalBackground?
  ) {
    // The background is known only where there are more than sixteen colors.
    guard level >= .palette || background == nil else { return }
    for hasRoute in [false, true] {
      let palette = MapPalette(background: background, hasRoute: hasRoute)
      func look(_ layer: DotGrid.Layer) -> String {
        palette.style(of: layer).selectGraphicRendition(level)
      }
      let streets = [DotGrid.Layer.local, .collector, .major, .motorway].map(look)
      #expect(!streets.contains(look(.coast)), "\(hasRoute)")
      #expect(look(.route) != look(.coast))
      if hasRoute, level > .none { #expect(!streets.contains(look(.route))) }
      #expect(palette.style(of: .water).selectGraphicRendition(level) != look(.route))
      let fills = [true, false].compactMap(palette.fill)
        .map { Style(background: $0).selectGraphicRendition(level) }
      #expect(Set(fills).count == fills.count)
    }
  }

  @Test(arguments: [ColorLevel.palette, .full], [TerminalBackground.dark, .light])
  func `Names on the map can be read, on water and in parks as well`(
    level: ColorLevel, background: TerminalBackground
  ) {
    let palette = MapPalette(background: background, hasRoute: true)
    let styles = [
      palette.style(of: MapGround.Place.Kind.landmark), palette.style(of: .town),
      palette.style(of: .water), palette.streetName,
    ]
    for fill in [palette.fill(isWater: true), palette.fill(isWater: false)] {
      for style in styles {
        var style = style
        style.background = fill
        let ratio = contrast(of: style, level, Self.themes[0], isLight: background == .light)
        #expect(ratio >= 4.5, "WCAG 2.2, 1.4.3")
      }
    }
  }

  @Test(arguments: [ColorLevel.palette, .full], [false, true])
  func `What stands in a color of its own can be read`(level: ColorLevel, isLight: Bool) {
    let styles = [
      Style.accent, .success, .warning, Style(foreground: .yellow), Style(foreground: .green),
    ]
    for style in styles {
      #expect(contrast(of: style, level, Self.themes[0], isLight: isLight) >= 4)
    }
  }

  /// Source: WCAG 2.2, "contrast ratio" and "relative luminance".
  private func contrast(
    of style: Style, _ level: ColorLevel, _ theme: [Int], isLight: Bool
  ) -> Double {
    var behind = style
    (behind.foreground, behind.background) = (style.background, nil)
    let background = Self.luminance(
      style.background == nil
        ? isLight ? 0xFFFFFF : 0x000000
        : Self.color(of: behind, level, theme, isLight: isLight))
    var style = style
    style.background = nil
    let letters = Self.luminance(Self.color(of: style, level, theme, isLight: isLight))
    return (max(background, letters) + 0.05) / (min(background, letters) + 0.05)
  }

  private static func luminance(_ color: Int) -> Double {
    let parts = [16, 8, 0].map { shift in
      let value = Double(color >> shift & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  /// The color that a terminal shows, read from the sequence that is sent.
  private static func color(
    of style: Style, _ level: ColorLevel, _ theme: [Int], isLight: Bool
  ) -> Int {
    let numbers = style.selectGraphicRendition(level).dropFirst(2).dropLast()
      .split(separator: ";").compactMap { Int($0) }
    if let start = numbers.firstIndex(of: 38) {
      let rest = Array(numbers[(start + 1)...])
      return rest[0] == 2 ? rest[1] << 16 | rest[2] << 8 | rest[3] : paletteColor(rest[1], theme)
    }
    if let number = numbers.first(where: { (30...37).contains($0) }) { return theme[number - 30] }
    if let number = numbers.first(where: { (90...97).contains($0) }) { return theme[number - 82] }
    return isLight ? 0x000000 : 0xE5E5E5
  }

  private static func paletteColor(_ index: Int, _ theme: [Int]) -> Int {
    if index < 16 { return theme[index] }
    if index >= 232 { return (8 + 10 * (index - 232)) * 0x010101 }
    let levels = [0, 95, 135, 175, 215, 255]
    let cube = index - 16
    return levels[cube / 36] << 16 | levels[cube / 6 % 6] << 8 | levels[cube % 6]
  }
}
