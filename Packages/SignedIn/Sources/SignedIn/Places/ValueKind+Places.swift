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

extension ValueKind<String> {
  /// A key of 1 to 64 visible ASCII characters.
  static var idempotencyKey: ValueKind {
    ValueKind(valueName: "KEY", constraint: "1 to 64 visible ASCII characters") {
      argument throws(InvalidValueError) in
      guard (1...64).contains(argument.utf8.count),
        argument.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else { throw InvalidValueError("must be 1 to 64 visible ASCII characters") }
      return argument
    }
  }
}
