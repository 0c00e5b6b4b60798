/// Turns the bytes of a terminal into keys; sequences may be split anywhere.
///
/// Source of the sequences: ECMA-48, 5.4, and "XTerm Control Sequences", PC-style function keys and
/// bracketed paste.
struct KeyDecoder {
  /// The event of the next bytes, if they have one, and their number; `nil` while more must follow.
  private typealias Step = (event: TerminalEvent?, length: Int)?
  private static let escape: UInt8 = 0x1B
  /// The beginning of the terminal's responses about its colors.
  private static let response = Array("\u{1B}]1".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  private static let longestSequence = 64
  /// The longest text of a paste, in bytes; what follows up to its end is dropped.
  private static let longestPaste = 1 << 20
  private static let interrupt: UInt8 = 0x03
  private var buffer: [UInt8] = []
  private var isPasting = false
  /// Where the mouse button was pressed, or was last while it is held.
  private var held: (column: Int, row: Int)?
  /// The number of bytes of a paste that contain no end marker.
  private var searched = 0

  /// How long more bytes may take, in milliseconds, before ``flush()`` decides about those that are
  /// held back; `nil` if none are. A lone escape may begin a sequence; a paste may have lost its end,
  /// and no key begins like a response of the terminal, which would otherwise be typed.
  var flushDelay: Int32? {
    if isPasting || buffer.starts(with: Self.response) { return 1000 }
    return buffer.isEmpty ? nil : 50
  }

  /// Decodes bytes and returns the complete events.
  mutating func feed(_ bytes: [UInt8]) -> [TerminalEvent] {
    buffer += bytes
    var events: [TerminalEvent] = []
    var start = 0
    while start < buffer.count {
      if isPasting {
        guard let (text, length) = pastedText(from: start) else { break }
        events.append(.paste(text))
        (isPasting, searched) = (false, 0)
        start += length
        continue
      }
      guard let (event, length) = step(buffer[start...]) else { break }
      if let event { events.append(event) }
      start += length
    }
    buffer.removeFirst(start)
    return events
  }

  /// Decides about what is held back, because nothing followed: a paste without an end is over, and
  /// Ctrl-C in it was typed.
  mutating func flush() -> [TerminalEvent] {
    if isPasting {
      let text = buffer.prefix { $0 != Self.interrupt }
      let rest = Array(buffer[text.endIndex...])
      let event = TerminalEvent.paste(String(decoding: text, as: UTF8.self))
      (buffer, isPasting, searched) = ([], false, 0)
      return [event] + feed(rest)
    }
    defer { buffer = [] }
    if buffer == [Self.escape, UInt8(ascii: "]")] { return [.key(.alt("]"))] }
    return buffer == [Self.escape] ? [.key(.escape)] : []
  }

  // MARK: - One step

  private mutating func step(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let first = bytes.first else { return nil }
    switch first {
    case Self.escape: return escapeStep(bytes)
    case Self.interrupt: return (.interrupted, 1)
    case 0x08, 0x7F: return (.key(.backspace), 1)
    case 0x09: return (.key(.tab), 1)
    case 0x0A, 0x0D: return (.key(.enter), 1)
    case 0x01...0x1A:
      let letter = Character(Unicode.Scalar(first + 0x60))
      return (.key(.control(letter)), 1)
    case 0x00...0x1F: return (nil, 1)
    default: return characterStep(bytes)
    }
  }

  private mutating func escapeStep(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let second = bytes.dropFirst().first else { return nil }
    switch second {
    case UInt8(ascii: "["): return controlStep(bytes)
    case UInt8(ascii: "]"): return responseStep(bytes)
    case UInt8(ascii: "O"):
      guard let third = bytes.dropFirst(2).first else { return nil }
      return (Self.application(third).map { .key($0) }, 3)
    case Self.escape: return (.key(.escape), 1)
    case 0x7F, 0x08: return (.key(.control("w")), 2)
    case 0x00...0x1F: return (.key(.escape), 1)
    default: return altStep(bytes)
    }
  }

  /// A response of the terminal, up to BEL or ESC \.
  private func responseStep(_ bytes: ArraySlice<UInt8>) -> Step {
    let body = bytes.dropFirst(2).prefix(Self.longestSequence)
    guard let end = body.firstIndex(where: { $0 < 0x20 }) else {
      return body.count < Self.longestSequence ? nil : (nil, 2 + body.count)
    }
    let length = end - bytes.startIndex
    var ending = bytes[end] == 0x07 ? 1 : 0
    if bytes[end] == Self.escape {
      guard length + 1 < bytes.count else { return nil }
      ending = bytes[end + 1] == UInt8(ascii: "\\") ? 2 : 0
    }
    // Another key follows at once.
    if ending == 0, length == 2 { return (.key(.alt("]")), length) }
    let text = String(decoding: body[..<end], as: UTF8.self)
    let background = ending > 0 ? TerminalBackground(response: text) : nil
    return (background.map { .background($0) }, length + ending)
  }

  private mutating func altStep(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let (event, length) = characterStep(bytes.dropFirst()) else { return nil }
    guard case .key(.character(let character))? = event else { return (nil, 2) }
    return (.key(Self.alt(character)), length + 1)
  }

  private mutating func controlStep(_ bytes: ArraySlice<UInt8>) -> Step {
    let body = bytes.dropFirst(2).prefix(Self.longestSequence)
    guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return body.count < Self.longestSequence ? nil : (nil, 2 + body.count)
    }
    let length = end - bytes.startIndex + 1
    guard (0x40...0x7E).contains(bytes[end]) else { return (nil, length - 1) }
    let parameters = String(decoding: bytes[body.startIndex..<end], as: UTF8.self)
    if bytes[end] == UInt8(ascii: "~"), parameters == "200" {
      isPasting = true
      return (nil, length)
    }
    if parameters.hasPrefix("<") {
      let event = mouseEvent(parameters.dropFirst(), isRelease: bytes[end] == UInt8(ascii: "m"))
      return (event.map { .mouse($0) }, length)
    }
    return (Self.control(parameters, final: bytes[end]).map { .key($0) }, length)
  }

  /// The event of `ESC [ < button ; column ; row M`, or `m` when the button is released.
  /// Source: "XTerm Control Sequences", "Extended coordinates", SGR (1006).
  private mutating func mouseEvent(_ parameters: Substring, isRelease: Bool) -> MouseEvent? {
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    let position = (column: numbers[1], row: numbers[2])
    switch numbers[0] {
    case 64: return .wheelUp
    case 65: return .wheelDown
    case 0:
      held = isRelease ? nil : position
      return nil
    case 32:
      guard let old = held else { return nil }
      held = position
      let (columns, columnsOverflow) = position.column.subtractingReportingOverflow(old.column)
      let (rows, rowsOverflow) = position.row.subtractingReportingOverflow(old.row)
      guard !columnsOverflow, !rowsOverflow else { return nil }
      return .drag(columns: columns, rows: rows)
    default: return nil
    }
  }

  /// One character of UTF-8; marks that follow it at once belong to it.
  private func characterStep(_ bytes: ArraySlice<UInt8>) -> Step {
    let run = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
    // A character with all its marks is short: looking further would cost time for nothing.
    let (text, wrong) = Self.validPrefix(of: Array(run.prefix(128)))
    guard let character = text.first else {
      if wrong > 0 { return (nil, wrong) }
      // A control character ends what was the beginning of a character.
      return run.count < bytes.count ? (nil, run.count) : nil
    }
    let isControl = character.unicodeScalars.contains { (0x80...0x9F).contains($0.value) }
    let size = character.utf8.count
    return (isControl ? nil : .key(.character(character)), size)
  }

  /// The valid UTF-8 at the beginning, and the number of wrong bytes after it: 0 if more may follow.
  private static func validPrefix(of bytes: [UInt8]) -> (text: String, wrong: Int) {
    do throws(UTF8.ValidationError) {
      return (String(copying: try UTF8Span(validating: bytes.span)), 0)
    } catch {
      let isIncomplete =
        error.kind == .truncatedScalar && error.byteOffsets.upperBound == bytes.count
      let text = String(decoding: bytes[..<error.byteOffsets.lowerBound], as: UTF8.self)
      return (text, isIncomplete ? 0 : error.byteOffsets.count)
    }
  }

  private mutating func pastedText(from start: Int) -> (text: String, length: Int)? {
    // The end may have begun among the bytes that were searched.
    let first = start + max(0, searched - Self.pasteEnd.count + 1)
    if let end = buffer[first...].firstRange(of: Self.pasteEnd) {
      let text = buffer[start..<end.lowerBound].prefix(Self.longestPaste)
      return (String(decoding: text, as: UTF8.self), end.upperBound - start)
    }
    let tail = buffer.endIndex - Self.pasteEnd.count
    if tail > start + Self.longestPaste { buffer.removeSubrange(start + Self.longestPaste..<tail) }
    searched = buffer.count - start
    return nil
  }

  // MARK: - The sequences of keys

  private static let finals: [Character: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end,
    "P": .function(1), "Q": .function(2), "R": .function(3), "S": .function(4),
  ]

  private static let numbers: [Int: Key] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
  ]

  /// The key of `ESC O x`.
  private static func application(_ final: UInt8) -> Key? {
    finals[Character(Unicode.Scalar(final))]
  }

  /// The key of Alt with a character, as the line editors of shells use it.
  private static func alt(_ character: Character) -> Key {
    character == "b" ? .wordLeft : character == "f" ? .wordRight : .alt(character)
  }

  /// The key of `ESC [ parameters final`.
  private static func control(_ parameters: String, final: UInt8) -> Key? {
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

extension TerminalBackground {
  /// The request for the color of the background. Source: "XTerm Control Sequences", OSC 11.
  static let request = "\u{1B}]11;?\u{1B}\\"

  /// Reads the response, such as `11;rgb:1e1e/1e1e/1e1e`; `nil` for another one.
  init?(response: String) {
    guard response.hasPrefix("11;rgb:") else { return nil }
    let channels = response.dropFirst(7).split(separator: "/", omittingEmptySubsequences: false)
    let parts = channels.compactMap { channel -> Double? in
      guard (1...4).contains(channel.utf8.count), let value = UInt32(channel, radix: 16) else {
        return nil
      }
      return Double(value) / Double((1 << (4 * channel.utf8.count)) - 1)
    }
    guard channels.count == 3, parts.count == 3 else { return nil }
    // Source: Recommendation ITU-R BT.709, the weights of the luminance.
    let luminance = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    self = luminance > 0.5 ? .light : .dark
  }
}
