extension Subprocess {
  /// The status and output of a program that has ended.
  public struct Outcome: Sendable {
    public let status: Status
    public let output: [UInt8]
    public let error: [UInt8]

    /// The standard output as text; bytes that are not UTF-8 become replacement characters.
    public var outputText: String { String(decoding: output, as: UTF8.self) }
    /// The standard error as text; bytes that are not UTF-8 become replacement characters.
    public var errorText: String { String(decoding: error, as: UTF8.self) }
  }

  /// Waits for the end and returns what was captured; blocks the thread.
  public func outcome() -> Outcome {
    Outcome(status: wait(), output: output, error: error)
  }

  /// Runs a program to its end and captures what it writes; blocks the thread.
  ///
  /// Files take what it writes, so nothing can block, however much that is.
  ///
  /// - Parameters:
  ///   - program: Its path, or a name that is looked for in the folders of `PATH`.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: All its variables; those of this process without it.
  ///   - input: Its standard input.
  ///   - error: Where its errors go.
  /// - Throws: ``SubprocessError`` when it cannot be started.
  public static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
    input: Input = .null, error: Output = .captured
  ) throws(SubprocessError) -> Outcome {
    try Subprocess(
      program, arguments, environment: environment, input: input, output: .captured, error: error
    ).outcome()
  }
}
