import Basics

/// Answers a stream of lines, one line each, in order.
public enum JSONLines {
  private static let lineEnd = UInt8(ascii: "\n")

  /// Reads chunks until there are no more, and writes the answers to the lines in each.
  ///
  /// A last line without a line end is a line too. Memory is needed for one chunk and its answers.
  ///
  /// - Parameters:
  ///   - read: Gives the next bytes of the input; `nil` at its end.
  ///   - write: Writes bytes of the output.
  ///   - answer: Appends the answer to one line, without a line end.
  public static func answer<Failure: Error>(
    read: () throws(Failure) -> [UInt8]?, write: ([UInt8]) throws(Failure) -> Void,
    answer: (ArraySlice<UInt8>, inout [UInt8]) -> Void
  ) throws(Failure) {
    var unfinished: [UInt8] = []
    while let chunk = try read() {
      var output: [UInt8] = []
      var rest = chunk[...]
      while let end = rest.firstIndex(of: lineEnd) {
        if unfinished.isEmpty {
          answer(rest[..<end], &output)
        } else {
          unfinished += rest[..<end]
          answer(unfinished[...], &output)
          unfinished.removeAll()
        }
        output.append(lineEnd)
        rest = rest[(end + 1)...]
      }
      unfinished += rest
      if !output.isEmpty { try write(output) }
    }
    guard !unfinished.isEmpty else { return }
    var output: [UInt8] = []
    answer(unfinished[...], &output)
    output.append(lineEnd)
    try write(output)
  }
}

extension JSON.ReadingOptions {
  /// One line of a batch: at most 1 MiB.
  static let line = JSON.ReadingOptions(maximumByteCount: 1 << 20)
}
