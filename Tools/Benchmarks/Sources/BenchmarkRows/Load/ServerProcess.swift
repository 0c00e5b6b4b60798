import Basics
import BenchmarkKit
import Glibc

/// A program that prints where it listens, and serves until it is told to end.
final class ServerProcess: Sendable {
  let url: String
  private let process: Subprocess

  /// Starts the program, which prints its port alone or as the member `port` of a JSON object.
  init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    log: Subprocess.Output = .null
  ) throws {
    process = try Subprocess(
      program, arguments, environment: environment, input: .pipe, output: .pipe, error: log)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = process.outputPipe.map { read($0, &bytes, bytes.count) } ?? 0
    let text = String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    guard let port = text.split(separator: "\"port\":").last?.prefix(while: \.isNumber), port != ""
    else { throw SkipError("'\(program)' did not start.") }
    url = "http://127.0.0.1:\(port)"
  }

  deinit {
    process.signal(SIGTERM)
    process.wait()
  }

  /// The CPU time that the process has used, in seconds. Source: proc(5), fields 14 and 15.
  var processorSeconds: Double {
    // The name, which may have spaces, ends with the last parenthesis.
    let fields = status("stat").split(separator: ")").last?.split(separator: " ") ?? []
    let ticks = fields.count > 12 ? (Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0) : 0
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  var residentBytes: Int {
    let line = status("status").split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(separator: " ").dropLast().last.flatMap { Int($0) }.map { $0 << 10 } ?? 0
  }

  private func status(_ file: String) -> String {
    let bytes = try? Files.read("/proc/\(process.identifier)/\(file)")
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
