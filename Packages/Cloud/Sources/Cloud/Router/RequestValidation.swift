import Core

extension Location {
  /// Creates a location from degrees that a client sent, whose fields' names may have a prefix.
  static func checked(
    latitude: Double, longitude: Double, prefix: String = ""
  ) throws(APIError) -> Location {
    do throws(LocationError) {
      return try Location(latitude: latitude, longitude: longitude)
    } catch {
      throw APIError(error, prefix: prefix)
    }
  }
}

extension APIError {
  /// Names the coordinate that is off the globe.
  init(_ error: LocationError, prefix: String = "") {
    var field = prefix
    if case .outOfRange(let name, _, _) = error {
      field = prefix.isEmpty ? name : prefix + name.prefix(1).uppercased() + name.dropFirst()
    }
    self = .invalid(field, "\(error)")
  }
}

extension PageRequest {
  /// The limit after validation.
  var checkedLimit: Int {
    get throws(APIError) {
      guard (1...Self.largestLimit).contains(limit) else {
        throw .invalid("limit", "The limit is not in 1...\(Self.largestLimit).")
      }
      return limit
    }
  }
}

extension Waypoint {
  /// The longest name of a waypoint, in characters.
  private static var longestName: Int { 200 }

  /// Refuses a waypoint whose name is no name.
  func check(field: String) throws(APIError) {
    guard let name else { return }
    guard name.utf8.count <= 4 * Self.longestName, name.count <= Self.longestName else {
      throw .invalid(
        "\(field).name", "The name of the \(field) is longer than \(Self.longestName) characters.")
    }
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw .invalid("\(field).name", "The name of the \(field) contains a control character.")
    }
  }
}
