import Basics
import RobustnessKit

/// Mutates inputs.
package struct Mutator: Sendable {
  package typealias Bytes = [UInt8]

  /// An input is never longer than this, in bytes.
  package static let longest = 2 << 20
  private static let deepest = 4097
  private static let longestText = 1 << 17 + 1

  private let limits: Limits
  private let seeds: [Bytes]

  package init(seeds: [Bytes], limits: Limits) {
    self.seeds = seeds.isEmpty ? [[]] : seeds
    self.limits = limits
  }

  /// The seeds, and what brings each limit to a parser as a depth, a length and a number: one less
  /// than it, exactly, and one more.
  ///
  /// - Parameter every: Of the latter only each so manieth, chosen by its name, so that a limit that
  ///   comes or goes changes nothing about the others.
  package func cases(every: Int = 1) -> [InputCase] {
    let near = Set(limits.values.flatMap { [$0 - 1, $0, $0 + 1] }).sorted()
    let boundaries = near.flatMap { value in
      [
        value <= Self.deepest ? InputCase(.depth, value) : nil,
        value <= Self.longestText ? InputCase(.length, value) : nil, InputCase(.number, value),
      ].compactMap(\.self)
    }
    return seeds.indices.map { InputCase(.seed, $0) }
      + boundaries.filter {
        var hash = SplitMix64(seed: 0, of: $0.description)
        return every <= 1 || hash.next().isMultiple(of: UInt64(every))
      }
  }

  /// Returns the input of a case; mutations are seeds that were changed in one to four places.
  package func input(
    of inputCase: InputCase, using random: inout some RandomNumberGenerator
  ) -> Bytes {
    var input = seeds[Int.random(in: seeds.indices, using: &random)]
    let start = input.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let value = input[start...].firstIndex { "{[".utf8.contains($0) } ?? 0
    let number = inputCase.number
    switch inputCase.kind {
    case .seed: return seeds.indices.contains(number) ? seeds[number] : []
    case .depth: nest(&input, from: value, number, using: &random)
    case .length: lengthenText(&input, from: value, number, using: &random)
    case .number: replaceNumber(&input, from: value, "\(number)")
    case .mutation:
      for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&input, using: &random) }
    }
    return Array(input.prefix(Self.longest))
  }

  private func mutate(_ input: inout Bytes, using random: inout some RandomNumberGenerator) {
    let place = Int.random(in: 0...input.count, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0 where place < input.count: input[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1 where place < input.count: input[place] = .random(in: 0...255, using: &random)
    case 2: input.removeSubrange(range(in: input, from: place, using: &random))
    case 3:
      let part = input[range(in: input, from: place, using: &random)]
      let times = limits.near(upTo: 64, using: &random)
      guard part.count * times < Self.longest else { return }
      input.insert(contentsOf: [UInt8]((0..<times).flatMap { _ in part }), at: place)
    case 4, 5: input.insert(contentsOf: Tokens.all.randomElement(using: &random) ?? [], at: place)
    case 6:
      let number =
        Bool.random(using: &random)
        ? "\(limits.near(upTo: .max - 1, using: &random))"
        : Tokens.numbers.randomElement(using: &random) ?? "0"
      replaceNumber(&input, from: place, number)
    case 7:
      let length = limits.near(upTo: Self.longestText, using: &random)
      lengthenText(&input, from: place, length, using: &random)
    case 8:
      nest(&input, from: place, limits.near(upTo: Self.deepest, using: &random), using: &random)
    case 9:
      let other = seeds[Int.random(in: seeds.indices, using: &random)]
      let start = Int.random(in: 0...other.count, using: &random)
      input.replaceSubrange(place..., with: other[start...])
    case 10: input.removeSubrange(place...)
    default:
      let length = limits.near(upTo: Self.longest, using: &random)
      let filler = Array(" \n0,".utf8).randomElement(using: &random) ?? 0
      if input.count < length {
        input.insert(contentsOf: [UInt8](repeating: filler, count: length - input.count), at: place)
      }
    }
  }

  private func range(
    in input: Bytes, from place: Int, using random: inout some RandomNumberGenerator
  ) -> Range<Int> {
    let length = limits.near(upTo: 64, using: &random)
    return place..<min(input.count, place + length)
  }

  /// Replaces the next number.
  private func replaceNumber(_ input: inout Bytes, from place: Int, _ number: String) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let start = input[place...].firstIndex(where: digits.contains) else { return }
    let end = input[start...].firstIndex { !digits.contains($0) } ?? input.count
    input.replaceSubrange(start..<end, with: Array(number.utf8))
  }

  /// Sets the length of the next quoted text.
  private func lengthenText(
    _ input: inout Bytes, from place: Int, _ length: Int,
    using random: inout some RandomNumberGenerator
  ) {
    let quote = UInt8(ascii: "\"")
    let start = input[place...].firstIndex(of: quote).map { $0 + 1 } ?? place
    let end = input[start...].firstIndex(of: quote) ?? start
    let letter = ["a", "é", "%41", "\\u0041", "日"].randomElement(using: &random) ?? "a"
    let text = String(repeating: letter, count: length)
    input.replaceSubrange(start..<end, with: Array(text.utf8))
  }

  /// Replaces what follows, or inserts, a value that is nested exactly so deep.
  private func nest(
    _ input: inout Bytes, from place: Int, _ depth: Int,
    using random: inout some RandomNumberGenerator
  ) {
    let pairs = [("[", "]"), (#"{"a":"#, "}"), (#"{"!":["#, "]}"), ("(", ")")]
    let (open, close) = pairs.randomElement(using: &random) ?? ("[", "]")
    let opened = String(repeating: open, count: depth)
    // An input that ends in the middle is an input too.
    let isClosed = Bool.random(using: &random)
    let text = isClosed ? "\(opened)1\(String(repeating: close, count: depth))" : opened
    let end = Bool.random(using: &random) ? input.count : place
    input.replaceSubrange(place..<end, with: Array(text.utf8))
  }
}

/// Texts and numbers that parsers are often wrong about.
enum Tokens {
  static let numbers = [
    "0", "-0", "-1", "1e308", "1e309", "-1e309", "1e-400", "9007199254740992", "2147483648",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551616", "0.1", "00", "1.", ".5", "1e", "NaN", "Infinity", "0x10", "1_000",
    "9223372036854775757", "9223372036854775748", "90.0000001", "180.0000001",
  ]

  static let all: [[UInt8]] =
    numbers.map { Array($0.utf8) } + texts.map { Array($0.utf8) } + [
      [0], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xEF, 0xBB, 0xBF],
      [0xFE, 0xFF], [0x1B, 0x5B], [0x80], [0xE2, 0x80],
    ]

  private static let texts = [
    "null", "true", "false", "{}", "[]", "\"\"", "\"", "\\", "\\u0000", "\\ud800", "\\ud83d\\ude00",
    "{", "}", "[", "]", ",", ":", "\r\n", "\n", "\t", "\r", " ", "%", "%00", "%2F", "%zz", "..",
    "../", "/", "?", "&", "=", "&a=b", "#", "-", "--", "--json", "--output", "=", "'", "$(id)",
    "{\"var\":\"\"}", "{\"fractional\":[[\"a\",1]]}", "{\"sem_ver\":[\"1.2.3\",\"^\",\"1\"]}",
    "{\"$ref\":\"a\"}", "{\"reduce\":[[1,2],{\"var\":\"accumulator\"},0]}", "{\"merge\":[[1],[2]]}",
    "{\"substr\":[\"abc\",-9223372036854775808,9223372036854775807]}", "\"targeting\":",
    "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "Host: a\r\n", "\r\n\r\n",
    "Authorization: Bearer a\r\n", "HTTP/1.1", "HTTP/9.9", "Expect: 100-continue\r\n", "0\r\n\r\n",
    "ffffffffffffffff\r\n", "X-Forwarded-For: 1.2.3.4\r\n", "Range: bytes=0-\r\n",
    "Idempotency-Key: a\r\n", "If-None-Match: *\r\n",
    "\u{1B}[A", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}[1;5C", "\u{1B}O", "\u{1B}[<0;1;1M", "\u{3}",
    "\u{4}", "\u{7F}", "\u{1A}", "\u{202E}", "\u{2028}", "\u{200B}", "e\u{301}", "👩‍👩‍👧‍👦", "日",
    "\u{FEFF}", "\u{9B}", "koober://", "urn:", "\"coordinates\":", "\"type\":\"FeatureCollection\"",
  ]
}

/// How an input comes about; with a seed and the name of a target it says which bytes it has.
package struct InputCase: LosslessStringConvertible, Hashable, Sendable {
  package enum Kind: String, Sendable {
    /// A file of the corpus, by its number.
    case seed
    /// A seed with a value that is nested so deep.
    case depth
    /// A seed with a text of so many characters.
    case length
    /// A seed with this number in it.
    case number
    /// A seed that was changed at random.
    case mutation
  }

  package let kind: Kind
  package let number: Int

  package init(_ kind: Kind, _ number: Int) {
    self.kind = kind
    self.number = number
  }

  package init?(_ description: String) {
    let words = description.split(separator: "-")
    guard words.count == 2, let kind = Kind(rawValue: String(words[0])), let number = Int(words[1])
    else { return nil }
    self.init(kind, number)
  }

  package var description: String { "\(kind)-\(number)" }
}
