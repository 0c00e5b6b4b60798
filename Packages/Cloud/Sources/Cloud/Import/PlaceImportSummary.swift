/// The changes of an import.
public struct PlaceImportSummary: Codable, Equatable, Sendable {
  /// Places that were new.
  public package(set) var imported: Int
  /// Places that existed with another name or location.
  public package(set) var updated: Int
  /// Places that existed unchanged.
  public package(set) var skipped: Int

  package init(imported: Int = 0, updated: Int = 0, skipped: Int = 0) {
    self.imported = imported
    self.updated = updated
    self.skipped = skipped
  }

  /// The places that were read.
  package var total: Int { imported + updated + skipped }

  package mutating func add(_ other: PlaceImportSummary) {
    imported += other.imported
    updated += other.updated
    skipped += other.skipped
  }
}
