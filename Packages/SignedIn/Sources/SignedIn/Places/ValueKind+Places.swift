import Core
import Terminal

extension ValueKind<Location> {
  /// `LAT,LON` in degrees.
  static var location: ValueKind {
    ValueKind(valueName: "LAT,LON", format: \.description) { argument throws(InvalidValueError) in
      do throws(LocationError) {
        return try Location(parsing: argument)
      } catch {
        throw InvalidValueError(error.description)
      }
    }
  }
}

extension ValueKind<PlaceReference> {
  /// A place's name or id, or `LAT,LON`.
  static func place(completing completion: Completion) -> ValueKind {
    ValueKind(valueName: "PLACE", completion: completion) { argument throws(InvalidValueError) in
      do throws(LocationError) {
        return try PlaceReference(parsing: argument)
      } catch {
        throw InvalidValueError(error.description)
      }
    }
  }
}
