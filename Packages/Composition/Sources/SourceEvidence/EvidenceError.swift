/// Why a piece of evidence could not be gathered.
public struct EvidenceError: Error, CustomStringConvertible {
  /// What went wrong, with what, and what to do next.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
