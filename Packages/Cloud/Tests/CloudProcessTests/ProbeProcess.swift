import Basics
import BasicsTesting
import Glibc

/// A `cloud-probe` that runs beside the test.
final class ProbeProcess {
  private let process: Subprocess
  private let output: UnsafeMutablePointer<FILE>

  /// Where the build puts the program: beside the bundle of the tests.
  private static let program = Files.folder(of: CommandLine.arguments[0]) + "/cloud-probe"

  /// A pipe that could not be read.
  struct Failure: Error {
    let errorNumber: Int32
  }

  /// Starts a probe.
  init(_ arguments: String...) throws {
    let process = try Subprocess(Self.program, arguments, output: .pipe)
    self.process = process
    // Kills it if it hangs, which ends its output.
    Task { await process.end() }
    guard let output = process.outputPipe.flatMap({ fdopen(dup($0), "r") }) else {
      throw Failure(errorNumber: errno)
    }
    self.output = output
  }

  deinit {
    fclose(output)
  }

  /// Waits for the next line and returns it; `nil` after the last one that was written whole.
  func nextLine() -> String? {
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    guard getline(&line, &capacity, output) > 0, let line else { return nil }
    let text = String(cString: line)
    return text.hasSuffix("\n") ? String(text.dropLast()) : nil
  }

  /// Ends the process as a power cut would.
  func kill() {
    process.signal(SIGKILL)
  }

  /// Waits for the end and returns the lines that were not read yet.
  func wait() -> [String] {
    var lines: [String] = []
    while let line = nextLine() { lines.append(line) }
    process.wait()
    return lines
  }
}
