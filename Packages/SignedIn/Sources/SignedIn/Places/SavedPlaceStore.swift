import Basics
import Core
import FoundationEssentials

/// A name that a rider gives to one place.
enum SavedPlaceLabel: String, CaseIterable, Encodable {
  case home, work

  var title: String { self == .home ? "Home" : "Work" }
}

/// Stores the places that a rider has named in a file with those of the other riders of this home.
struct SavedPlaceStore: Sendable {
  private let file: PrivateFile
  private let rider: Identifier<RiderProfile>

  init(path: String, rider: Identifier<RiderProfile>) {
    file = PrivateFile(path: path)
    self.rider = rider
  }

  /// Returns the place that has a name.
  func place(_ label: SavedPlaceLabel) throws(FileError) -> Waypoint? {
    try places(in: file.read())[rider.rawValue]?[label.rawValue]
  }

  /// Gives a place a name; the place that had it before loses it.
  func save(_ place: Waypoint, as label: SavedPlaceLabel) throws(FileError) {
    try change { $0[rider.rawValue, default: [:]][label.rawValue] = place }
  }

  /// Takes a name from the place that has it; returns whether one had it.
  func remove(_ label: SavedPlaceLabel) throws(FileError) -> Bool {
    var isRemoved = false
    try change { isRemoved = $0[rider.rawValue]?.removeValue(forKey: label.rawValue) != nil }
    return isRemoved
  }

  func removeAll() throws(FileError) { try change { $0[rider.rawValue] = nil } }

  /// Changes the places of all riders; changes that are made at the same time are kept.
  private func change(_ change: (inout [String: [String: Waypoint]]) -> Void) throws(FileError) {
    try file.update { content throws(FileError) in
      let former = try places(in: content)
      var all = former
      change(&all)
      if all == former { return nil }
      do {
        return try Array(JSONCoding.encode(all))
      } catch {
        throw FileError(.other, path: file.path, reason: "the places cannot be encoded")
      }
    }
  }

  private func places(in content: [UInt8]?) throws(FileError) -> [String: [String: Waypoint]] {
    guard let content else { return [:] }
    do {
      return try JSONCoding.decode([String: [String: Waypoint]].self, from: Data(content))
    } catch {
      throw FileError(
        .corrupt, path: file.path, reason: "there are no places in it",
        remedy: "Correct or delete the file.")
    }
  }
}
