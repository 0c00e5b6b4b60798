import Core
import FoundationEssentials

/// Keeps the location that the rider has set, in a file.
struct RiderLocationStore: Sendable {
  private let file: PrivateFile

  init(path: String) {
    file = PrivateFile(path: path)
  }

  /// Returns the location that was set, or `nil` when none was.
  func read() throws(FileFailure) -> Location? {
    guard let content = try file.read() else { return nil }
    do {
      return try JSONCoding.decode(Location.self, from: content)
    } catch {
      throw FileFailure(
        .corrupt, path: file.path, reason: "there is no location in it",
        remedy: "Run 'koober location set' or 'koober location clear'.")
    }
  }

  func save(_ location: Location) throws {
    try file.write(JSONCoding.encode(location))
  }

  func clear() throws(FileFailure) {
    try file.delete()
  }
}
