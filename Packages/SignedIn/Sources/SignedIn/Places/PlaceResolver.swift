import Basics
import Core

/// Finds the one place that a reference means.
struct PlaceResolver {
  /// How many candidates are shown when there are several.
  static let candidateLimit = 10

  let placeRemoteAPI: any PlaceRemoteAPI
  let knownPlaces: KnownPlaces
  /// Where the nearest places are looked for.
  let near: Location?

  /// Returns the end of a trip that a reference means.
  func resolve(_ reference: PlaceReference) async throws -> Waypoint {
    switch reference {
    case .location(let location): return Waypoint(location)
    case .text(let text):
      if let label = SavedPlaceLabel(rawValue: text.trimmingBlanks.lowercased()),
        let saved = try knownPlaces.place(label)
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
