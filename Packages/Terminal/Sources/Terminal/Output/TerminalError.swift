internal import Glibc

/// An error of reading or writing a stream.
public enum TerminalError: Error, Equatable, CustomStringConvertible {
  /// One of the standard streams.
  public enum Stream: String, Sendable {
    case input = "standard input"
    case output = "standard output"
    case error = "standard error"
  }

  /// The reader of the output has closed its end; the program ends quietly.
  case closedPipe
  /// The system refused, for example because the disk is full; `code` is `errno`.
  case failed(Stream, code: Int32)
  /// The standard input is longer than is accepted.
  case tooMuchInput(limit: Int)
  /// The standard input is not valid UTF-8.
  case notText

  public var description: String {
    switch self {
    case .closedPipe: "The reader of the \(Stream.output.rawValue) has closed it."
    case .failed(let stream, let code):
      "Cannot use the \(stream.rawValue): \(String(cString: strerror(code))). "
        + "Check where it is redirected to, and try again."
    case .tooMuchInput(let limit): "The standard input is longer than \(limit) bytes. Pass less."
    case .notText: "The standard input is not UTF-8 text. Convert it, and try again."
    }
  }
}
