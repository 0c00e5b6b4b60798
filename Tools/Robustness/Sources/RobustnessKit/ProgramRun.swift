import Basics
package import Foundation

/// A program under test in a process of its own; its streams are files in a folder of the run.
package final class ProgramRun: Sendable {
  private let process: Subprocess
  private let folder: String

  package var identifier: pid_t { process.identifier }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - folder: Where the streams are kept, as the files `input`, `output` and `error`.
  ///   - input: Its standard input.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String,
    input: Data = Data()
  ) throws {
    self.folder = folder
    try input.write(to: URL(filePath: "\(folder)/input"))
    process = try Subprocess(
      program, arguments, environment: environment, input: .file("\(folder)/input"),
      output: .file("\(folder)/output"), error: .file("\(folder)/error"))
  }

  /// The program ends with what started it: a server that is kept between runs, for example.
  deinit {
    process.signal(SIGKILL)
    process.wait()
  }

  /// Waits for the end, and ends the process after so many seconds.
  package func outcome(within seconds: Double) -> Outcome {
    let isHung = process.wait(within: .seconds(seconds)) == nil
    let (status, signal): (Int32?, Int32?) =
      switch process.wait() {
      case .exited(let status): (status, nil)
      case .signaled(let signal): (nil, signal)
      }
    return Outcome(
      status: status, signal: signal, isHung: isHung, memory: process.peakMemory,
      output: contents("output"), error: contents("error"))
  }

  /// Whether the process has ended.
  package var hasEnded: Bool { process.hasEnded }

  /// The bytes that the process has written to a stream so far.
  package func contents(_ stream: String) -> Data {
    (try? Data(contentsOf: URL(filePath: "\(folder)/\(stream)"))) ?? Data()
  }

  /// Runs a program to its end.
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String], folder: String,
    input: Data = Data(), seconds: Double = 20
  ) throws -> Outcome {
    try ProgramRun(
      program, arguments, environment: environment, folder: folder, input: input
    ).outcome(within: seconds)
  }
}

/// The end and the output of a process.
package struct Outcome: Sendable {
  /// The exit status; `nil` when a signal ended the process.
  package let status: Int32?
  /// The signal that ended the process.
  package let signal: Int32?
  /// Whether the process was ended because its time was over.
  package let isHung: Bool
  /// The most memory that the process held, in KiB.
  package let memory: Int
  package let output: Data
  package let error: Data

  /// The end in words.
  package var summary: String {
    if isHung { return "did not end in time" }
    if let signal { return "ended by signal \(signal)" }
    return "status \(status ?? 0)"
  }

  /// The text on standard error.
  package var errorText: String { String(decoding: error, as: UTF8.self) }
}
