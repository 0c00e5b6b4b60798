import Foundation

/// A parser of the product that is called in this process, and what holds for every input.
struct Parser: Sendable {
  /// The name of its folder in `Corpus`.
  let name: String
  /// Reads an input and returns the property that does not hold; an error refuses the input.
  let problem: @Sendable (_ input: [UInt8]) throws -> String?

  static let all: [Parser] = [
    Parser(name: "addresses", problem: addresses), Parser(name: "answers", problem: answers),
    Parser(name: "arguments", problem: arguments), Parser(name: "csv", problem: csv),
    Parser(name: "evaluate", problem: evaluate), Parser(name: "experiment", problem: experiment),
    Parser(name: "flags", problem: flags), Parser(name: "geojson", problem: geoJSON),
    Parser(name: "geonames", problem: geoNames), Parser(name: "json", problem: json),
    Parser(name: "keys", problem: keys), Parser(name: "link", problem: link),
    Parser(name: "logic", problem: logic), Parser(name: "polylines", problem: polylines),
    Parser(name: "requests", problem: requests), Parser(name: "session", problem: session),
    Parser(name: "shell", problem: shell), Parser(name: "stream", problem: stream),
    Parser(name: "text", problem: text), Parser(name: "tiles", problem: tiles),
  ]
}

/// Returns how two values differ that must be the same.
func difference<Value: Equatable>(
  _ name: String, _ first: Value, _ second: Value
) -> String? {
  first == second ? nil : "\(name): \(second) instead of \(first)"
}

/// An input as text, in which bytes that are not UTF-8 are replaced.
func string(_ input: [UInt8]) -> String { String(decoding: input, as: UTF8.self) }
