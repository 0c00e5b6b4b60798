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

/// A place to choose, and why it is offered.
struct PlaceSuggestion: Equatable {
  let place: Place
  var label: SavedPlaceLabel?
  /// For example "Home"; empty for a place that was searched for.
  var note = ""
}

/// The places that a rider has named or been to.
struct KnownPlaces: Sendable {
  /// How many of the last rides are looked at, and how many of their ends are offered.
  private static let (rides, recent) = (20, 5)

  let saved: SavedPlaceStore
  let rideRemoteAPI: any RideRemoteAPI

  /// Returns home and work, then the ends of the last rides, the newest first.
  ///
  /// Places that cannot be read or loaded are left out.
  func suggestions(near location: Location) async -> [PlaceSuggestion] {
    let named = SavedPlaceLabel.allCases.compactMap { label in
      (try? saved.place(label)).map { place in
        PlaceSuggestion(place: Place(place, near: location), label: label, note: label.title)
      }
    }
    let rides = (try? await rideRemoteAPI.rideHistory(limit: Self.rides)) ?? []
    var seen = Set(named.map(\.place.location))
    let recent = rides.flatMap { [$0.dropoff, $0.pickup] }
      .filter { $0.name != nil && seen.insert($0.location).inserted }
      .prefix(Self.recent).map { PlaceSuggestion(place: Place($0, near: location), note: "Recent") }
    return named + recent
  }
}

extension Place {
  /// An end of a trip as a place to choose.
  init(_ waypoint: Waypoint, near location: Location?) {
    self.init(
      id: Identifier(waypoint.location.description), name: waypoint.description,
      location: waypoint.location,
      distanceMeters: location.map { Int($0.distance(to: waypoint.location).rounded()) })
  }
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
