/// The tables of the sequences that terminals send for keys.
enum KeySequences {
  private static let finals: [Character: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end,
    "P": .function(1), "Q": .function(2), "R": .function(3), "S": .function(4),
  ]

  private static let numbers: [Int: Key] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
  ]

  /// The key of `ESC O x`.
  static func application(_ final: UInt8) -> Key? {
    finals[Character(Unicode.Scalar(final))]
  }

  /// The key of Alt with a character, as the line editors of shells use it.
  static func alt(_ character: Character) -> Key {
    character == "b" ? .wordLeft : character == "f" ? .wordRight : .alt(character)
  }

  /// The key of `ESC [ parameters final`.
  static func control(_ parameters: String, final: UInt8) -> Key? {
    let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
    if final == UInt8(ascii: "~") { return numbers.first.flatMap(editing) }
    if final == UInt8(ascii: "Z") { return .backTab }
    let key = application(final)
    guard numbers.count == 2, [3, 5].contains(numbers[1]) else { return key }
    return key == .left ? .wordLeft : key == .right ? .wordRight : key
  }

  private static func editing(_ number: Int) -> Key? {
    switch number {
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: numbers[number]
    }
  }
}
