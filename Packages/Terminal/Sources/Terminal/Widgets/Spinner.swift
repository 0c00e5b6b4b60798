/// A mark that turns while something is being done.
public struct Spinner: Sendable, Equatable {
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
