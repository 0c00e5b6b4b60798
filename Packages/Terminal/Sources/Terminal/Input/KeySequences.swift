/// The tables of the sequences that terminals send for keys.
enum KeySequences {
  /// The key of `ESC O x`.
  static func application(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final - UInt8(ascii: "P")) + 1)
    default: arrow(final)
    }
  }

  /// The key of Alt with a character, as the line editors of shells use it.
  static func alt(_ character: Character) -> Key {
    switch character {
    case "b": .wordLeft
    case "f": .wordRight
    default: .alt(character)
    }
  }

  /// The key of `ESC [ parameters final`.
  static func control(_ parameters: String, final: UInt8) -> Key? {
    let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
    guard final != UInt8(ascii: "~") else { return numbers.first.flatMap(editing) }
    if final == UInt8(ascii: "Z") { return .backTab }
    if (UInt8(ascii: "P")...UInt8(ascii: "S")).contains(final) { return application(final) }
    let isWordwise = numbers.count == 2 && [3, 5].contains(numbers[1])
    switch arrow(final) {
    case .left where isWordwise: return .wordLeft
    case .right where isWordwise: return .wordRight
    case let key: return key
    }
  }

  private static func arrow(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    default: nil
    }
  }

  private static func editing(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }
}
