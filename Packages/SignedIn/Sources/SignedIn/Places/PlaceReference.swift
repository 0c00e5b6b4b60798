import Core

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
