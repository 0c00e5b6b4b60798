import Basics
@testable import CloudServer
import Core
@testable import Terminal

extension Parser {
  /// Requests are the same in whatever pieces they come.
  static func requests(_ input: [UInt8]) -> String? {
    /// The requests up to an error, which is `nil`.
    func requests(in pieces: [ArraySlice<UInt8>]) -> [RequestParser.Step?] {
      var parser = RequestParser(limits: HTTPLimits())
      var steps: [RequestParser.Step?] = []
      for piece in pieces {
        parser.append(piece)
        while true {
          guard let step = try? parser.next() else { return steps + [nil] }
          if step == .incomplete { break }
          // A client that has sent its body already does not wait.
          if step != .continueExpected { steps.append(step) }
        }
      }
      return steps
    }
    return difference("byte by byte", requests(in: [input[...]]), requests(in: pieces(input)))
  }

  /// Events of the server are the same in whatever pieces they come.
  static func stream(_ input: [UInt8]) -> String? {
    var (whole, split) = (ServerSentEventParser(), ServerSentEventParser())
    let expected = try? whole.append(input)
    return difference("byte by byte", expected, try? pieces(input).flatMap { try split.append($0) })
  }

  /// Keys are the same in whatever pieces they come, as long as none is held back for too long. That
  /// is so for ASCII alone: a mark that comes later than its letter is a key of its own.
  static func keys(_ input: [UInt8]) -> String? {
    var (first, whole, split) = (KeyDecoder(), KeyDecoder(), KeyDecoder())
    // As much as one read of a terminal gives.
    _ = (first.feed(Array(input.prefix(4096))), first.flush())
    let ascii = input.prefix(4096).map { $0 & 0x7F }
    let expected = whole.feed(ascii) + whole.flush()
    return difference(
      "byte by byte", expected, pieces(ascii).flatMap { split.feed(Array($0)) } + split.flush())
      ?? reportKeys(input)
  }

  /// A report is no key, also with a pause in it; the input has its kind, the place of the pause, its body.
  private static func reportKeys(_ input: [UInt8]) -> String? {
    guard input.count > 4 else { return nil }
    let body = input.dropFirst(2).prefix(4096)
    let kind = ["[M", "[?", "]", "P", "X", "^", "_"][Int(input[0]) % 7]
    let inside =
      switch kind {
      case "[M": body.prefix(3).map { $0 & 0x7F | 0x20 }
      case "[?": body.map { 0x30 | $0 & 0x0F } + [0x63]
      default: body.filter { $0 >= 0x20 && $0 != 0x9C } + [0x1B, 0x5C]
      }
    let report = [0x1B] + Array(kind.utf8) + inside
    let pause = 2 + Int(input[1]) % (report.count - 2)
    var decoder = KeyDecoder()
    let events =
      decoder.feed(Array(report[..<pause])) + decoder.flush()
      + decoder.feed(Array(report[pause...]))
    let keys = events.filter { if case .key = $0 { true } else { false } }
    return difference("a report", [], keys)
  }

  /// Each byte alone, but for what comes after some thousands.
  private static func pieces(_ input: [UInt8]) -> [ArraySlice<UInt8>] {
    input.indices.prefix(4096).map { input[$0...$0] } + [input.dropFirst(4096)]
  }
}
