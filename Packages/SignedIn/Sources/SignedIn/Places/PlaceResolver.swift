import Basics
import Core
import Terminal

/// Finds the one place that a reference means.
struct PlaceResolver {
  static let candidateLimit = 10

  let placeRemoteAPI: any PlaceRemoteAPI
  let saved: SavedPlaceStore
  /// Where the nearest places are looked for.
  let near: Location?

  func resolve(_ reference: PlaceReference) async throws -> Waypoint {
    switch reference {
    case .location(let location): return Waypoint(location)
    case .text(let text):
      if let label = SavedPlaceLabel(rawValue: text.trimmingBlanks.lowercased()),
        let saved = try saved.place(label)
      {
        return saved
      }
      let place = try await place(called: text.trimmingBlanks)
      return Waypoint(place.location, name: place.name)
    }
  }

  private func place(called text: String) async throws -> Place {
    if let place = try await place(withID: text) { return place }
    guard !text.isEmpty else { throw PlaceReferenceError.unknown(text: text, similar: nil) }
    let places = try await placeRemoteAPI.searchPlaces(
      matching: text, near: near, limit: Self.candidateLimit)
    if places.isEmpty {
      // A ride costs money, so a place that is only similar is not taken for the one that is meant.
      let similar = try await placeRemoteAPI.searchPlaces(
        nearlyMatching: text, near: near, limit: 1)
      throw PlaceReferenceError.unknown(text: text, similar: similar.first?.name)
    }
    return try Self.choose(from: places, text: text)
  }

  private func place(withID text: String) async throws -> Place? {
    guard !text.isEmpty, !text.contains(where: \.isWhitespace) else { return nil }
    do throws(CloudError) {
      return try await placeRemoteAPI.place(Identifier(text))
    } catch {
      guard case .refused(let detail) = error, detail.code == .notFound else { throw error }
      return nil
    }
  }

  private static func choose(from places: [Place], text: String) throws -> Place {
    let namesakes = places.filter { $0.name.lowercased() == text.lowercased() }
    let candidates = namesakes.isEmpty ? places : namesakes
    guard candidates.count == 1 else {
      throw PlaceReferenceError.ambiguous(text: text, candidates: candidates)
    }
    return candidates[0]
  }
}

/// How a rider names an end of a trip on the command line.
enum PlaceReference: Equatable, Sendable {
  case location(Location)
  /// A place's identifier or its name, or the name that the rider has given it.
  case text(String)

  /// Reads `LAT,LON`, an identifier or a name.
  ///
  /// - Throws: `LocationError` when the text is two numbers that are off the globe.
  init(parsing text: String) throws(LocationError) {
    do {
      self = .location(try Location(parsing: text))
    } catch .notTwoNumbers {
      self = .text(text)
    }
  }
}

/// An error of a text that should name one place.
enum PlaceReferenceError: Error, Equatable {
  /// No place has the name; one that is nearly called so, where there is one.
  case unknown(text: String, similar: String?)
  /// Several places have the name; the best candidates, best first.
  case ambiguous(text: String, candidates: [Place])
}

extension PlaceReferenceError: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .unknown(let text, let similar):
      Problem(
        .noInput, code: "noSuchPlace", message: "No place is called '\(text)'.",
        hint: (similar.map { "Did you mean '\($0)'? " } ?? "")
          + "Look for it with 'koober places search', or write LAT,LON.")
    case .ambiguous(let text, let candidates):
      Problem(
        .usage, code: "ambiguousPlace",
        message: "'\(text)' may be any of these places:\n"
          + candidates.map { "  \($0.id)  \($0.name)  \($0.location)" }.joined(separator: "\n"),
        hint: "Name the one by its id, its whole name or LAT,LON.")
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
