import Foundation
import Synchronization
import RobustnessKit

/// Where one thread tries its inputs: a home for the programs and folders for their streams.
final class Bench: Sendable {
  /// The home in which every run begins.
  final class Template: Sendable {
    let programs: String
    let home: String
    private let folder: RunFolder

    init(programs: String) throws {
      self.programs = programs
      folder = try RunFolder()
      home = try folder.empty("home")
      let outcome = try ProgramRun.run(
        "\(programs)/koober",
        [
          "sign-up", "--name", "Ada", "--email", "ada@example.org", "--phone", "0491570156",
          "--password-stdin",
        ], environment: Bench.variables(home), folder: try folder.empty("streams"),
        input: Data("correct-horse-battery".utf8))
      guard outcome.status == 0 else {
        throw ToolOptions.Failure(message: "No account can be opened: \(outcome.errorText)")
      }
    }
  }

  /// The programs and servers of a target, used by one thread at a time.
  struct Place {
    let programs: String
    let folder: RunFolder
    let home: String
    /// Kept from one input to the next, because starting one takes longer than a thousand requests.
    var server: ServerProcess?
    var answers: AnswerServer?
  }

  /// More memory than any parser may need for an input of at most 2 MiB, in KiB.
  private static let mostMemory = 1 << 20

  private let template: Template
  private let place: Mutex<Place>

  init(_ template: Template) throws {
    self.template = template
    let folder = try RunFolder()
    place = Mutex(
      Place(
        programs: template.programs, folder: folder,
        home: try folder.copy(template.home, to: "home")))
  }

  /// Calls a closure with the place, whose home is as it was in the beginning.
  func use(_ body: (inout Place) throws -> String?) throws -> String? {
    try place.withLock { place in
      _ = try place.folder.copy(template.home, to: "home")
      return try body(&place)
    }
  }

  static func variables(_ home: String) -> [String: String] {
    ["KOOBER_HOME": home, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
  }

  /// The problem of the way in which a command ended.
  static func problem(_ outcome: Outcome) -> String? {
    if outcome.isHung { return "hangs: \(outcome.errorText.suffix(300))" }
    if let signal = outcome.signal { return "signal \(signal): \(outcome.errorText.suffix(300))" }
    if outcome.memory > mostMemory { return "memory: \(outcome.memory / 1024) MiB" }
    let known: Set<Int32> = [0, 1, 2, 64, 65, 66, 69, 73, 74, 75, 76, 77, 78, 130]
    if let status = outcome.status, !known.contains(status) {
      return "status \(status): \(outcome.errorText.suffix(300))"
    }
    return nil
  }
}

extension Bench.Place {
  /// Runs a program and returns what is wrong with its end.
  func problem(
    _ arguments: [String], of program: String = "koober", input: Data = Data()
  ) throws -> String? {
    Bench.problem(
      try ProgramRun.run(
        "\(programs)/\(program)", arguments, environment: Bench.variables(home),
        folder: folder.path, input: input))
  }

  /// Writes the input into a file and returns its path.
  func file(_ input: [UInt8], _ name: String) throws -> String {
    let path = "\(folder.path)/\(name)"
    try Data(input).write(to: URL(filePath: path))
    return path
  }
}
