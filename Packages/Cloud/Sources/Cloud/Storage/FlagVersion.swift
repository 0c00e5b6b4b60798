public import Basics
public import FoundationEssentials

/// One version of the definitions of flags.
public struct FlagVersion: Equatable, Sendable {
  /// Who published a version, when and why.
  public struct Record: Codable, Equatable, Sendable {
    /// From 1, without gaps.
    public let number: Int
    public let publishedAt: Date
    /// The account on the operator's machine, or the name of an administrator's token.
    public let author: String
    /// Why it was published; may be empty.
    public let message: String
  }

  public let record: Record
  /// The definitions in flagd's format.
  public let document: JSON.Object
}
