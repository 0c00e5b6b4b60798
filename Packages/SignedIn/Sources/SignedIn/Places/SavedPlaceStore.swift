import Basics
import Core
import FoundationEssentials

/// A name that a rider gives to one place.
enum SavedPlaceLabel: String, CaseIterable, Encodable {
  case home, work

  var title: String { self == .home ? "Home" : "Work" }
}

/// Keeps the places that the riders of this home have named, in a file.
struct SavedPlaceStore: Sendable {
  private let file: PrivateFile

  init(path: String) {
    file = PrivateFile(path: path)
  }

  /// The places of a rider, by the raw value of their label.
  func places(of rider: Identifier<RiderProfile>) throws(FileError) -> [String: Waypoint] {
    try read()[rider.rawValue] ?? [:]
  }

  /// Gives a place a name; the place that had it before loses it.
  func save(
    _ place: Waypoint, as label: SavedPlaceLabel, of rider: Identifier<RiderProfile>
  ) throws {
    var all = try read()
    all[rider.rawValue, default: [:]][label.rawValue] = place
    try file.write(Array(JSONCoding.encode(all)))
  }

  /// Takes a name from the place that has it; returns whether one had it.
  func remove(_ label: SavedPlaceLabel, of rider: Identifier<RiderProfile>) throws -> Bool {
    var all = try read()
    guard all[rider.rawValue]?.removeValue(forKey: label.rawValue) != nil else { return false }
    try file.write(Array(JSONCoding.encode(all)))
    return true
  }

  /// Forgets the places of a rider.
  func removeAll(of rider: Identifier<RiderProfile>) throws {
    var all = try read()
    guard all.removeValue(forKey: rider.rawValue) != nil else { return }
    try file.write(Array(JSONCoding.encode(all)))
  }

  private func read() throws(FileError) -> [String: [String: Waypoint]] {
    guard let content = try file.read() else { return [:] }
    do {
      return try JSONCoding.decode([String: [String: Waypoint]].self, from: Data(content))
    } catch {
      throw FileError(
        .corrupt, path: file.path, reason: "there are no places in it",
        remedy: "Correct or delete the file.")
    }
  }
}
