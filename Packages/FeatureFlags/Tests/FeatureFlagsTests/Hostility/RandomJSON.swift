import Basics
import FeatureFlags

/// Values, rules and definition documents that no author would write.
struct RandomJSON {
  private var generator: SplitMix64

  private static let operators = [
    "var", "missing", "missing_some", "if", "?:", "and", "or", "!", "!!", "==", "!=", "===", "!==",
    "<", "<=", ">", ">=", "+", "*", "-", "/", "%", "min", "max", "in", "cat", "substr", "merge",
    "map", "filter", "reduce", "all", "some", "none", "log", "fractional", "sem_ver",
    "starts_with", "ends_with", "$ref", "nonsense", "",
  ]

  private static let texts = [
    "", "a", "a.b", "on", "off", "targetingKey", "$flagd", "$flagd.flagKey", "$flagd.timestamp",
    "0", "1", "-1", " 12 ", "1e400", "0x1F", "Infinity", "NaN", "é", "e\u{301}", "\r\n", "\0", "😀",
    "v1.2.3", "1.2", "current", "accumulator", "list.0", "list.99999999999999999999", ".", "..",
    "ENABLED", "DISABLED", "e", "null", "true", "\u{10FFFF}",
  ]

  private static let numbers = [
    0, -0.0, 1, -1, 0.5, 2.5, 100, 1e15, 1e21, -1e308, 1e308, .leastNonzeroMagnitude, 2_147_483_647,
    2_147_483_648, 9_007_199_254_740_991, 4_294_967_296, -9_223_372_036_854_775_808, 1e19,
  ]

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator) < probability
  }

  mutating func text() -> String { pick(Self.texts) }

  /// A rule, or whatever may stand where one is expected.
  mutating func rule(depth: Int = 5) -> JSON {
    if depth == 0 || chance(0.25) { return leaf() }
    if chance(0.15) { return .array(list(depth: depth - 1)) }
    let arguments = chance(0.1) ? rule(depth: depth - 1) : .array(list(depth: depth - 1))
    var object = JSON.Object()
    object[pick(Self.operators)] = arguments
    if chance(0.05) { object[text()] = rule(depth: depth - 1) }
    return .object(object)
  }

  private mutating func list(depth: Int) -> [JSON] {
    (0..<Int.random(in: 0...4, using: &generator)).map { _ in rule(depth: depth) }
  }

  private mutating func leaf() -> JSON {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: .null
    case 1: .boolean(chance(0.5))
    case 2, 3: .number(pick(Self.numbers))
    default: .string(text())
    }
  }

  /// A context, or the members of any object.
  mutating func object(depth: Int = 3) -> JSON.Object {
    var object = JSON.Object()
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      object[text()] = rule(depth: depth)
    }
    return object
  }

  /// A definition document in which nothing can be relied on.
  mutating func document() -> JSON {
    var flags = JSON.Object()
    for _ in 0..<Int.random(in: 0...4, using: &generator) { flags[text()] = flag() }
    var document: JSON.Object = ["flags": .object(flags), "$evaluators": .object(object())]
    if chance(0.3) { document["metadata"] = rule(depth: 2) }
    if chance(0.1) { document["flags"] = rule(depth: 2) }
    if chance(0.1) { document["$evaluators"] = rule(depth: 2) }
    if chance(0.2) { document["$schema"] = "flagd.json" }
    return .object(document)
  }

  private mutating func flag() -> JSON {
    if chance(0.1) { return rule(depth: 2) }
    var flag: JSON.Object = [
      "state": chance(0.9) ? "ENABLED" : leaf(),
      "variants": chance(0.9) ? .object(object(depth: 1)) : leaf(),
    ]
    if chance(0.5) { flag["defaultVariant"] = leaf() }
    if chance(0.9) { flag["targeting"] = rule() }
    if chance(0.2) { flag["metadata"] = rule(depth: 2) }
    return .object(flag)
  }

  /// A text with some bytes changed, removed or repeated.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let position = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: position)
      case 2: bytes.insert(pick(Array("{}[]\",:\\0-e.tfnu".utf8)), at: position)
      default: bytes.removeSubrange(position...)
      }
    }
    return bytes
  }
}
