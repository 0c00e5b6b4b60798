/// Turns the bytes of a terminal into keys; sequences may be split anywhere.
///
/// Every sequence is read to its end, also one that means nothing here: no part of what a terminal
/// reports is taken for a key.
///
/// Source of the sequences: ECMA-48, 5.3 to 5.6, and "XTerm Control Sequences", PC-style function keys,
/// mouse tracking and bracketed paste.
struct KeyDecoder {
  /// The event of the next bytes, if they have one, and their number; `nil` while more must follow.
  private typealias Step = (event: TerminalEvent?, length: Int)?
  /// What has begun, and takes the next bytes.
  private enum Sequence: Equatable {
    /// `ESC [`, or `ESC O` of a key: parameters up to a final byte.
    case control(isShift: Bool)
    /// Characters of a fixed number, which follow a final byte.
    case characters(Int)
    /// A string up to `ESC \`, and an operating system command also up to BEL.
    case string(endsAtBell: Bool)
    case paste
  }
  private static let escape: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  private static let longestSequence = 64
  /// The longest text of a paste, in bytes; what follows up to its end is dropped.
  private static let longestPaste = 1 << 20
  private static let interrupt: UInt8 = 0x03
  private var buffer: [UInt8] = []
  private var sequence: Sequence?
  /// The bytes of the sequence so far; beyond the longest one the last byte stands for all that follow.
  private var body: [UInt8] = []
  /// Whether the rest of what has begun did not come in time.
  private var isLate = false
  /// Whether the last byte was an escape that was taken for the key, and may have begun a sequence whose
  /// rest comes late.
  private var hasEscaped = false
  /// Where the mouse button was pressed, or was last while it is held.
  private var held: (column: Int, row: Int)?
  /// Whether the mouse was moved since the button was pressed.
  private var isDragged = false
  /// The number of bytes of a paste that contain no end marker.
  private var searched = 0

  /// How long more bytes may take, in milliseconds, before ``flush()`` decides about those that are
  /// held back; `nil` if none are. A lone escape may begin a sequence, and waits as in Vim; no key begins
  /// like the others, whose rest would otherwise be typed.
  var flushDelay: Int32? {
    if sequence == nil, buffer.isEmpty { return hasEscaped ? 2000 : nil }
    if sequence == nil, buffer == [Self.escape] { return 100 }
    return isLate ? 4000 : 1000
  }

  /// Decodes bytes and returns the complete events.
  mutating func feed(_ bytes: [UInt8]) -> [TerminalEvent] {
    buffer += bytes
    var events: [TerminalEvent] = []
    var start = 0
    if hasEscaped, let first = bytes.first {
      hasEscaped = false
      // Or it began the end of a string.
      if begin(first) || first == UInt8(ascii: "\\") { (start, isLate) = (1, true) }
    }
    while start < buffer.count {
      if sequence == .paste {
        guard let (text, length) = pastedText(from: start) else { break }
        events.append(.paste(text))
        (sequence, searched) = (nil, 0)
        start += length
        continue
      }
      guard let (event, length) = step(buffer[start...]) else { break }
      if let event { events.append(event) }
      start += length
    }
    buffer.removeFirst(start)
    if sequence == nil, buffer.isEmpty { isLate = false }
    return events
  }

  /// Decides about what is held back, because nothing followed: a paste without an end is over, and
  /// Ctrl-C in it was typed. The rest of a sequence or character may still come late; after the second
  /// time it is given up.
  mutating func flush() -> [TerminalEvent] {
    if sequence == .paste {
      let text = buffer.prefix { $0 != Self.interrupt }
      let rest = Array(buffer[text.endIndex...])
      let event = TerminalEvent.paste(String(decoding: text, as: UTF8.self))
      (buffer, sequence, searched) = ([], nil, 0)
      return [event] + feed(rest)
    }
    if hasEscaped {
      hasEscaped = false
      return []
    }
    let isKey = sequence == nil && buffer == [Self.escape]
    hasEscaped = isKey
    isLate = !isLate && flushDelay != nil && !isKey
    if !isLate { (buffer, sequence) = ([], nil) }
    return isKey ? [.key(.escape)] : []
  }

  // MARK: - One step

  private mutating func step(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let first = bytes.first else { return nil }
    switch sequence {
    case .control(let isShift): return controlStep(first, isShift: isShift)
    case .characters(let count): return charactersStep(bytes, count: count)
    case .string(let endsAtBell): return stringStep(bytes, endsAtBell: endsAtBell)
    case .paste, nil: break
    }
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
    default:
      // A control function in its 8-bit form, or that as UTF-8.
      let last = first == 0xC2 ? bytes.dropFirst().first : first
      guard let last, (0x80...0x9F).contains(last) else { return characterStep(bytes) }
      _ = begin(last - 0x40)
      return (nil, first == 0xC2 ? 2 : 1)
    }
  }

  private mutating func escapeStep(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let second = bytes.dropFirst().first else { return nil }
    switch second {
    case 0x7F, 0x08: return (.key(.control("w")), 2)
    case 0x00...0x1F: return (.key(.escape), 1)
    // The end of a string that was given up.
    case UInt8(ascii: "\\"): return (nil, 2)
    default: return begin(second) ? (nil, 2) : altStep(bytes)
    }
  }

  /// Begins the sequence of a control function, which is named by the byte that follows ESC in its
  /// 7-bit form; `false` if the function has no more bytes.
  private mutating func begin(_ function: UInt8) -> Bool {
    switch function {
    case UInt8(ascii: "["): sequence = .control(isShift: false)
    case UInt8(ascii: "O"): sequence = .control(isShift: true)
    case UInt8(ascii: "]"): sequence = .string(endsAtBell: true)
    // DCS, SOS, PM and APC.
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      sequence = .string(endsAtBell: false)
    default: return false
    }
    (body, isLate) = ([], false)
    return true
  }

  /// Ends the sequence at a byte that is none of it. CAN and SUB do no more than that.
  private mutating func abort(at byte: UInt8) -> Step {
    sequence = nil
    return (nil, byte == 0x18 || byte == 0x1A ? 1 : 0)
  }

  private mutating func hold(_ byte: UInt8) -> Step {
    if body.count == Self.longestSequence { body.removeLast() }
    body.append(byte)
    return (nil, 1)
  }

  /// The next byte of a string. It ends with `ESC \`, U+009C, the byte of that in 8-bit form where it
  /// can belong to no other character, and maybe BEL.
  private mutating func stringStep(_ bytes: ArraySlice<UInt8>, endsAtBell: Bool) -> Step {
    let (first, second) = (bytes[bytes.startIndex], bytes.dropFirst().first)
    var length = 1
    switch first {
    case Self.escape:
      guard let second else { return nil }
      guard second == UInt8(ascii: "\\") else { return abort(at: first) }
      length = 2
    case 0x07 where endsAtBell: break
    case 0x9C where (body.last ?? 0) < 0x80: break
    case 0x9C where body.last == 0xC2: body.removeLast()
    case Self.interrupt, 0x18, 0x1A: return abort(at: first)
    default: return hold(first)
    }
    sequence = nil
    let response = String(decoding: body, as: UTF8.self)
    let background = endsAtBell ? TerminalBackground(response: response) : nil
    return (background.map { .background($0) }, length)
  }

  private mutating func altStep(_ bytes: ArraySlice<UInt8>) -> Step {
    guard let (event, length) = characterStep(bytes.dropFirst()) else { return nil }
    guard case .key(.character(let character))? = event else { return (nil, 2) }
    return (.key(Self.alt(character)), length + 1)
  }

  /// The next byte of a control sequence, or of a key's sequence after a single shift.
  private mutating func controlStep(_ byte: UInt8, isShift: Bool) -> Step {
    let parameters = String(decoding: body, as: UTF8.self)
    // rxvt ends the sequence of a key with Shift in a dollar sign.
    let isShifted = byte == UInt8(ascii: "$") && Int(parameters) != nil
    if (0x20...0x3F).contains(byte), !isShifted { return hold(byte) }
    guard isShifted || (0x40...0x7E).contains(byte) else { return abort(at: byte) }
    sequence = nil
    let count = body.isEmpty && !isShift ? Self.charactersAfter[byte] : nil
    // No report begins so: what began was a key with Alt, and this letter was typed later.
    if isLate, body.isEmpty, byte >= 0x60, count == nil { return (nil, 0) }
    if isShift { return (Self.application(byte).map { .key($0) }, 1) }
    switch byte {
    case _ where count != nil: sequence = count.map { .characters($0) }
    case UInt8(ascii: "~") where parameters == "200": sequence = .paste
    case UInt8(ascii: "M"), UInt8(ascii: "m"):
      let numbers = parameters.drop { $0 == "<" }.split(separator: ";").compactMap { Int($0) }
      guard numbers.count == 3 else { break }
      let button = parameters.hasPrefix("<") ? numbers[0] : numbers[0] &- 32
      let isRelease = byte == UInt8(ascii: "m") || button == 3
      return (mouse(button, at: (numbers[1], numbers[2]), isRelease: isRelease), 1)
    default: return (Self.control(parameters, final: byte).map { .key($0) }, 1)
    }
    return (nil, 1)
  }

  /// The characters that follow a final byte without parameters: the mouse's button and position, the
  /// positions of highlight tracking, and the letter of a function key on the Linux console.
  private static let charactersAfter: [UInt8: Int] = [
    UInt8(ascii: "M"): 3, UInt8(ascii: "t"): 2, UInt8(ascii: "T"): 6, UInt8(ascii: "["): 1,
  ]

  /// Characters of a fixed number: a byte each, or two from 128 on where the terminal writes UTF-8.
  private mutating func charactersStep(_ bytes: ArraySlice<UInt8>, count: Int) -> Step {
    var values: [Int] = []
    var rest = bytes
    while values.count < count {
      guard let first = rest.popFirst() else { return nil }
      if (0x01...0x1F).contains(first) {
        sequence = nil
        return (nil, bytes.count - rest.count - 1)
      }
      values.append(Int(first))
      guard (0xC2...0xDF).contains(first) else { continue }
      guard let second = rest.first else { return nil }
      guard second & 0xC0 == 0x80 else { continue }
      values[values.count - 1] = Int(first & 0x1F) << 6 | Int(second & 0x3F)
      rest.removeFirst()
    }
    sequence = nil
    var event: TerminalEvent?
    if count == 1, (65...69).contains(values[0]) { event = .key(.function(values[0] - 64)) }
    // The code and each coordinate are written with 32 added.
    if count == 3 {
      let isRelease = values[0] - 32 == 3
      event = mouse(values[0] - 32, at: (values[1] - 32, values[2] - 32), isRelease: isRelease)
    }
    return (event, bytes.count - rest.count)
  }

  /// The event of a button at a position, which is 0 where its form cannot hold it.
  private mutating func mouse(
    _ button: Int, at position: (column: Int, row: Int), isRelease: Bool
  ) -> TerminalEvent? {
    let known = 1...9999
    guard known.contains(position.column), known.contains(position.row) else { return nil }
    switch button {
    case 64: return .mouse(.wheelUp)
    case 65: return .mouse(.wheelDown)
    case 0, 3:
      guard isRelease else {
        (held, isDragged) = (position, false)
        return nil
      }
      let isClick = held.map { $0 == position && !isDragged } ?? false
      held = nil
      return isClick ? .mouse(.click(column: position.column - 1, row: position.row - 1)) : nil
    case 32:
      guard let old = held else { return nil }
      (held, isDragged) = (position, true)
      return .mouse(.drag(columns: position.column - old.column, rows: position.row - old.row))
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

  /// The key of `ESC [ parameters final`. Reports have other parameters, and the position of the
  /// cursor, which ends like F3, is no key.
  private static func control(_ parameters: String, final: UInt8) -> Key? {
    guard parameters.allSatisfy({ $0.isWholeNumber || $0 == ";" }) else { return nil }
    let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
    guard numbers.count <= 2, final != UInt8(ascii: "R") else { return nil }
    if [UInt8(ascii: "~"), UInt8(ascii: "$")].contains(final) {
      return numbers.first.flatMap(editing)
    }
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
