public import Basics
public import FoundationEssentials

/// Stores the published definitions of flags, each version for ever.
package protocol FlagVersionStore: Sendable {
  /// Returns the number of the newest version; 0 without any.
  func newestFlagVersion() throws(StoreError) -> Int

  /// Returns a version.
  func flagVersion(_ number: Int) throws(StoreError) -> FlagVersion?

  /// Returns the newest versions without their documents, newest first.
  func flagVersions(limit: Int) throws(StoreError) -> [FlagVersion.Record]

  /// Adds a version after the newest one.
  ///
  /// - Returns: `false`, and nothing is added, when there is a version of this number.
  func addFlagVersion(_ version: FlagVersion) throws(StoreError) -> Bool
}

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

    package init(number: Int, publishedAt: Date, author: String, message: String) {
      self.number = number
      self.publishedAt = publishedAt
      self.author = author
      self.message = message
    }
  }

  public let record: Record
  /// The definitions in flagd's format.
  public let document: JSON.Object

  package init(record: Record, document: JSON.Object) {
    self.record = record
    self.document = document
  }
}
