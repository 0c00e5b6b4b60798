@testable import Terminal

/// A terminal that understands what the package writes, and nothing else.
struct ScreenEmulator {
  struct UnknownSequence: Error { let text: String }

  private(set) var frame: Frame
  private(set) var isCursorVisible = true
  private var column = 0
  private var row = 0
  private var style = Style.plain

  init(size: TerminalSize) {
    frame = Frame(size: size)
  }

  /// The frame with the cursor where the terminal shows it.
  var picture: Frame {
    var picture = frame
    picture.cursor = isCursorVisible ? .init(column: column, row: row) : nil
    return picture
  }

  mutating func write(_ text: String) throws {
    var rest = Substring(text)
    while let character = rest.first {
      if character == "\u{1B}" {
        rest = try obey(rest.dropFirst())
      } else {
        rest = rest.dropFirst()
        put(character)
      }
    }
  }

  /// A mark joins the character before it, or is invisible.
  private mutating func put(_ character: Character) {
    guard character != "\u{200E}" else { return }
    frame.put(character, style, column: column, row: row)
    column += character.displayWidth
  }

  private mutating func obey(_ text: Substring) throws -> Substring {
    let body = text.dropFirst().prefix { !$0.isLetter }
    guard text.first == "[", let final = text.dropFirst(1 + body.count).first else {
      throw UnknownSequence(text: String(text))
    }
    let numbers = body.split(separator: ";").map { Int($0) ?? 0 }
    switch final {
    case "H": (row, column) = (numbers[0] - 1, numbers[1] - 1)
    case "J" where body == "2": frame = Frame(size: frame.size)
    case "l" where body == "?25": isCursorVisible = false
    case "h" where body == "?25": isCursorVisible = true
    case "m": try applyStyle(numbers)
    default: throw UnknownSequence(text: String(text))
    }
    return text.dropFirst(2 + body.count)
  }

  private mutating func applyStyle(_ numbers: [Int]) throws {
    for number in numbers {
      switch number {
      case 0: style = .plain
      case 1: style.isBold = true
      case 2: style.isDim = true
      case 4: style.isUnderlined = true
      case 7: style.isReversed = true
      case 30...37: style.foreground = .theme(UInt8(number - 30))
      default: throw UnknownSequence(text: "\(numbers)")
      }
    }
  }
}
