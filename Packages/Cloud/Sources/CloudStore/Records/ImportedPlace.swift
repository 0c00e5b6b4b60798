import CloudDomain
package import Core

/// A place of a file, with its further names, by which it is found, too.
package struct ImportedPlace: Sendable {
  package let place: Place
  /// The search keys of the further names, one in a line.
  package let otherNames: String

  package init(_ place: Place, otherNames: [String] = []) {
    self.place = place
    var known: Set = [AccentFoldedText(place.name).text, ""]
    // So many names have room in one entry of PostgreSQL's index of words.
    self.otherNames = otherNames.prefix(500).map { AccentFoldedText($0).text }
      .filter { known.insert($0).inserted }.joined(separator: "\n")
  }
}

/// The changes of an import.
public struct PlaceImportSummary: Codable, Equatable, Sendable {
  /// Rows that were left out.
  public struct LeftOutRows: Codable, Equatable, Sendable {
    package var count: Int
    /// Where the first of them begins, from 1.
    package let firstLine: Int

    package init(count: Int = 0, firstLine: Int) {
      self.count = count
      self.firstLine = firstLine
    }
  }

  /// Places that were new.
  public package(set) var imported = 0
  /// Places that existed with another name or location.
  public package(set) var updated = 0
  /// Places that existed unchanged.
  public package(set) var skipped = 0
  /// The data set whose places were updated, where the file's name alone says which one it is.
  package var updatedSource: String?
  /// The rows that were left out, by what they lack: `location` or `name`.
  package var leftOut: [String: LeftOutRows] = [:]
  /// How many places of each class, such as `hospital`, an extract of OpenStreetMap has.
  package var classes: [String: Int] = [:]

  package init(imported: Int = 0, updated: Int = 0, skipped: Int = 0, classes: [String: Int] = [:])
  {
    (self.imported, self.updated, self.skipped) = (imported, updated, skipped)
    self.classes = classes
  }

  /// What was imported and what was left out, in sentences.
  public var text: String {
    var sentences = ["\(imported) imported, \(updated) updated, \(skipped) skipped."]
    if let updatedSource {
      sentences.append(
        "The data set '\(updatedSource)', which has the file's name, had those that were updated; name "
          + "another one with --source.")
    }
    for (what, rows) in leftOut.sorted(by: { $0.key < $1.key }) {
      sentences.append(
        "\(rows.count) without a \(what) left out, the first in line \(rows.firstLine).")
    }
    let classes = classes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    if !classes.isEmpty { sentences.append("By class: \(classes.joined(separator: ", ")).") }
    return sentences.joined(separator: " ")
  }

  /// The places that were read.
  package var total: Int { imported + updated + skipped }

  package mutating func add(_ other: PlaceImportSummary) {
    imported += other.imported
    updated += other.updated
    skipped += other.skipped
  }
}
