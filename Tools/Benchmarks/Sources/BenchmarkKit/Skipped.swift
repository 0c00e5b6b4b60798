/// Why a benchmark cannot run on this machine, such as a program that is missing.
public struct Skipped: Error, CustomStringConvertible {
  /// What is missing, and what to do to have the row.
  public let description: String

  /// Creates the reason.
  public init(_ description: String) {
    self.description = description
  }
}
