import Basics
import Core
import FoundationEssentials

/// Keeps the location that the rider has set, in a file.
struct RiderLocationStore: Sendable {
  private let file: PrivateFile

  init(path: String) {
    file = PrivateFile(path: path)
  }

  /// Returns the location that was set, or `nil` when none was.
  func read() throws(FileError) -> Location? {
    guard let content = try file.read() else { return nil }
    do {
      return try JSONCoding.decode(Location.self, from: Data(content))
    } catch {
      throw FileError(
        .corrupt, path: file.path, reason: "there is no location in it",
        remedy: "Run 'koober location set' or 'koober location clear'.")
    }
  }

  func save(_ location: Location) throws {
    try file.write(Array(JSONCoding.encode(location)))
  }

  func clear() throws(FileError) {
    try file.delete()
  }
}

extension RiderLocationStore: Locator {
  /// Where the rider said to be, or the default location.
  func currentLocation() throws(FileError) -> Location {
    try read() ?? .defaultLocation
  }
}
