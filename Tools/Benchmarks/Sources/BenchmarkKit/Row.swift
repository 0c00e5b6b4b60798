/// One line of the result.
public struct Row: Equatable, Sendable {
  /// What the work is.
  public let name: String
  /// What was promised.
  public let target: String
  /// What was found.
  public let measurement: Measurement

  /// Creates a row from its parts.
  public init(name: String, target: String, measurement: Measurement) {
    self.name = name
    self.target = target
    self.measurement = measurement
  }
}
