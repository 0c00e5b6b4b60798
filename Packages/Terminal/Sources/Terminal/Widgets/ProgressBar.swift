/// A bar that fills from left to right.
public struct ProgressBar: Sendable {
  /// How much is done, `0...1`; other values, and what is not a number, count as the nearest end.
  public var fraction: Double

  /// Creates a bar.
  public init(_ fraction: Double) {
    self.fraction = fraction
  }

  /// The bar as text, in eighths of a column where blocks can be shown.
  public func line(columns: Int, isUnicode: Bool) -> Styled {
    guard columns > 0 else { return "" }
    let clean = fraction > 0 ? min(fraction, 1) : 0
    guard isUnicode else {
      let inner = max(0, columns - 2)
      let full = Int((clean * Double(inner)).rounded())
      let bar = String(repeating: "#", count: full) + String(repeating: ".", count: inner - full)
      return Styled(columns >= 3 ? "[\(bar)]" : String(repeating: "#", count: columns), .accent)
    }
    let eighths = Int((clean * Double(columns * 8)).rounded())
    let partial = eighths % 8 == 0 ? "" : String(Array("▏▎▍▌▋▊▉")[eighths % 8 - 1])
    let full = String(repeating: "█", count: eighths / 8) + partial
    let rest = String(repeating: "░", count: columns - full.count)
    return Styled(full, .accent) + Styled(rest, .muted)
  }
}

/// A mark that turns while something is being done.
public struct Spinner: Sendable {
  /// The time between two of its pictures.
  public static let interval = Duration.milliseconds(100)

  private var step = 0

  /// Creates a spinner at its first picture.
  public init() {}

  /// Turns it by one picture.
  public mutating func advance() {
    step &+= 1
  }

  /// The current picture.
  public func line(isUnicode: Bool) -> Styled {
    let pictures = Array(isUnicode ? "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" : "|/-\\")
    return Styled(String(pictures[Int(step.magnitude % UInt(pictures.count))]), .accent)
  }
}
