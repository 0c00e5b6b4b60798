public import Basics
public import Core
import FoundationEssentials

/// The rider's location and the places that the cloud knows; no session is needed.
public struct Places: Sendable {
  let locationStore: RiderLocationStore
  let savedPlacesFile: String
  let remoteAPI: any PlaceRemoteAPI

  /// Prepares the places; nothing is read or asked yet.
  ///
  /// - Parameters:
  ///   - remoteAPI: What knows the places, for example a ``CloudPlaceRemoteAPI``.
  ///   - locationFile: The path of the file with the location that the rider has set.
  ///   - savedPlacesFile: The path of the file with the places that riders have named.
  public init(
    remoteAPI: any PlaceRemoteAPI, locationFile: String, savedPlacesFile: String
  ) {
    locationStore = RiderLocationStore(path: locationFile)
    (self.savedPlacesFile, self.remoteAPI) = (savedPlacesFile, remoteAPI)
  }

  /// Finds out where the rider is.
  public var locator: any Locator { locationStore }

  /// Returns the places whose names match, best first; none for an empty query.
  ///
  /// - Parameters:
  ///   - query: The beginning of the name's words.
  ///   - location: Where distances are measured from.
  ///   - limit: The most places to return, in `1...100`.
  public func search(
    for query: String, near location: Location?, limit: Int
  ) async throws(CloudError) -> [Place] {
    guard !query.trimmingBlanks.isEmpty else { return [] }
    return try await remoteAPI.searchPlaces(matching: query, near: location, limit: limit)
  }
}

/// Finds out where the rider is.
public protocol Locator: Sendable {
  func currentLocation() async throws(FileError) -> Location
}

/// Stores the location that the rider has set in a file.
struct RiderLocationStore: Locator {
  private let file: PrivateFile
  init(path: String) { file = PrivateFile(path: path) }

  /// Returns the location that was set, or the default location.
  func currentLocation() throws(FileError) -> Location {
    guard let content = try file.read() else { return .defaultLocation }
    do {
      return try JSONCoding.decode(Location.self, from: Data(content))
    } catch {
      throw FileError(
        .corrupt, path: file.path, reason: "there is no location in it",
        remedy: "Run 'koober location set' or 'koober location clear'.")
    }
  }

  func save(_ location: Location) throws { try file.write(Array(JSONCoding.encode(location))) }
  func clear() throws(FileError) { try file.delete() }
}
