import Basics
import RobustnessKit

/// An input in which a number near a limit of the sources is a depth, a length or a number.
package struct BoundaryInput: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Sendable { case depth, length, number }

  private static let deepest = 4097
  private static let longestText = 1 << 17 + 1

  package let kind: Kind
  package let value: Int

  package init(_ kind: Kind, _ value: Int) { (self.kind, self.value) = (kind, value) }

  package var description: String { "\(kind)-\(value)" }

  /// The inputs that meet each limit: one less than it, exactly, and one more.
  ///
  /// - Parameter every: Only each n-th, chosen by its name, so that a limit that comes or goes
  ///   changes nothing about the others.
  package static func all(of limits: Limits, every: Int = 1) -> [BoundaryInput] {
    let near = Set(limits.values.flatMap { [$0 - 1, $0, $0 + 1] }).sorted()
    return near.flatMap { value in
      [
        value <= deepest ? BoundaryInput(.depth, value) : nil,
        value <= longestText ? BoundaryInput(.length, value) : nil, BoundaryInput(.number, value),
      ].compactMap(\.self)
    }.filter {
      var hash = SplitMix64(seed: 0, of: $0.description)
      return every <= 1 || hash.next().isMultiple(of: UInt64(every))
    }
  }

  /// Returns the input that one of the seeds becomes.
  package func bytes(
    from seeds: [[UInt8]], using random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let seed = seeds.randomElement(using: &random) ?? []
    let start = seed.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let place = seed[start...].firstIndex { "{[".utf8.contains($0) } ?? 0
    switch kind {
    case .depth: return Self.nest(seed, from: place, value, using: &random)
    case .length: return Self.lengthenText(seed, from: place, value, using: &random)
    case .number:
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      guard let start = seed[place...].firstIndex(where: digits.contains) else { return seed }
      let rest = seed[start...].drop { digits.contains($0) }
      return seed[..<start] + Array("\(value)".utf8) + rest
    }
  }

  /// Sets the length of the next quoted text.
  private static func lengthenText(
    _ seed: [UInt8], from place: Int, _ length: Int, using random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    let start = seed[place...].firstIndex(of: quote).map { $0 + 1 } ?? place
    let letter = ["a", "é", "%41", "\\u0041", "日"].randomElement(using: &random) ?? "a"
    let text = Array(String(repeating: letter, count: length).utf8)
    return seed[..<start] + text + seed[start...].drop { $0 != quote }
  }

  /// Replaces what follows, or inserts, a value that is nested exactly so deep.
  private static func nest(
    _ seed: [UInt8], from place: Int, _ depth: Int, using random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let pairs = [("[", "]"), (#"{"a":"#, "}"), (#"{"!":["#, "]}"), ("(", ")")]
    let (open, close) = pairs.randomElement(using: &random) ?? ("[", "]")
    let opened = String(repeating: open, count: depth)
    // An input that ends in the middle is an input too.
    let text =
      Bool.random(using: &random) ? opened + "1" + String(repeating: close, count: depth) : opened
    return seed[..<place] + Array(text.utf8) + (Bool.random(using: &random) ? [] : seed[place...])
  }
}
