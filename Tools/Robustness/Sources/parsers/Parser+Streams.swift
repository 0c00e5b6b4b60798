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
  }

  /// Each byte alone, but for what comes after some thousands.
  private static func pieces(_ input: [UInt8]) -> [ArraySlice<UInt8>] {
    input.indices.prefix(4096).map { input[$0...$0] } + [input.dropFirst(4096)]
  }
}
