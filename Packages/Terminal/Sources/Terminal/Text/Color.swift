/// A color: one of the terminal's theme, or a fixed one that is brought down to what it can show.
public enum Color: Sendable, Hashable {
  /// One of the sixteen colors of the theme, `0...15`; larger numbers wrap around.
  case theme(UInt8)
  /// Red, green and blue.
  case rgb(UInt8, UInt8, UInt8)
  /// Red, green and blue of a tone that a light and a dark background suit; where there are only
  /// sixteen colors one of the theme, or the terminal's own without one.
  case tone(UInt8, UInt8, UInt8, theme: UInt8?)

  public static let red = Color.theme(1)
  public static let green = Color.tone(0, 135, 0, theme: 2)
  public static let yellow = Color.tone(175, 95, 0, theme: 3)
  public static let blue = Color.tone(95, 135, 215, theme: 4)
  public static let cyan = Color.tone(0, 135, 175, theme: 6)
}

extension Color {
  /// The parameters of the sequence that selects the color; none where there are no colors.
  func parameters(_ level: ColorLevel, isBackground: Bool) -> [String] {
    let extended = isBackground ? "48" : "38"
    switch (self, level) {
    case (_, .none): return []
    case (.theme(let index), _): return [Self.themeParameter(index % 16, isBackground)]
    case (.tone(_, _, _, let index), .sixteen):
      return index.map { [Self.themeParameter($0 % 16, isBackground)] } ?? []
    case (.rgb(let red, let green, let blue), .full),
      (.tone(let red, let green, let blue, _), .full):
      return [extended, "2", "\(red)", "\(green)", "\(blue)"]
    case (.rgb(let red, let green, let blue), .palette),
      (.tone(let red, let green, let blue, _), .palette):
      return [extended, "5", "\(Self.paletteIndex(red, green, blue))"]
    case (.rgb(let red, let green, let blue), .sixteen):
      return [Self.themeParameter(Self.themeIndex(red, green, blue), isBackground)]
    }
  }

  private static func themeParameter(_ index: UInt8, _ isBackground: Bool) -> String {
    let base = index < 8 ? 30 + Int(index) : 90 + Int(index) - 8
    return String(isBackground ? base + 10 : base)
  }

  /// The nearest color of the cube 16...231 or of the grays 232...255, as xterm defines them.
  static func paletteIndex(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
    let levels = [0, 95, 135, 175, 215, 255]
    let wanted = [Int(red), Int(green), Int(blue)]
    let nearest = wanted.map { channel in
      levels.indices.min { abs(levels[$0] - channel) < abs(levels[$1] - channel) } ?? 0
    }
    let gray = min(23, max(0, (wanted.reduce(0, +) / 3 - 8 + 5) / 10))
    let cubeError = distance(wanted, nearest.map { levels[$0] })
    let grayError = distance(wanted, [8 + 10 * gray, 8 + 10 * gray, 8 + 10 * gray])
    if grayError < cubeError { return 232 + gray }
    return 16 + 36 * nearest[0] + 6 * nearest[1] + nearest[2]
  }

  /// Each channel near the strongest one sets its bit; a bright color takes the bright half of the
  /// theme. A gray of middle brightness is bright black, which stands back on both backgrounds.
  static func themeIndex(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    let strongest = max(red, green, blue)
    guard strongest >= 64 else { return 0 }
    let threshold = strongest / 3 * 2
    let bits: UInt8 =
      (red > threshold ? 1 : 0) | (green > threshold ? 2 : 0) | (blue > threshold ? 4 : 0)
    if bits == 7, strongest < 160 { return 8 }
    return strongest > 191 ? bits + 8 : bits
  }

  private static func distance(_ a: [Int], _ b: [Int]) -> Int {
    zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }
}
