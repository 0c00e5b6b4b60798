import Basics

/// Answers lines, one line each, in order.
public enum JSONLines {
  private static let lineEnd = UInt8(ascii: "\n")

  /// Returns the answers to lines; a last line without a line end is a line too.
  ///
  /// - Parameters:
  ///   - input: The lines.
  ///   - answer: Appends the answer to one line, without a line end.
  public static func answers(
    to input: [UInt8], answer: (ArraySlice<UInt8>, inout [UInt8]) -> Void
  ) -> [UInt8] {
    var output: [UInt8] = []
    var rest = input[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: lineEnd) ?? rest.endIndex
      answer(rest[..<end], &output)
      output.append(lineEnd)
      rest = rest[end...].dropFirst()
    }
    return output
  }
}

extension JSON.ReadingOptions {
  /// One line of a batch: at most 1 MiB.
  static let line = JSON.ReadingOptions(maximumByteCount: 1 << 20)
}

/// Applies JsonLogic rules from lines of JSON: `{"rule", "data"}`.
public enum LogicBatch {
  /// Appends the result for one line, or `{"error": "…"}`. Without data, the data is null.
  public static func answer(_ line: ArraySlice<UInt8>, into output: inout [UInt8]) {
    result(line).write(to: &output)
  }

  private static func result(_ line: ArraySlice<UInt8>) -> JSON {
    do {
      let request = try JSON(parsing: line, options: .line)
      guard let rule = request.object?["rule"] else {
        return ["error": "The line has no \"rule\"."]
      }
      return try JSONLogicRule(rule).apply(to: request.object?["data"] ?? .null)
    } catch {
      return ["error": .string("\(error)")]
    }
  }
}
