import Basics
import Foundation
import RobustnessKit

/// A home of one thread, which tries one input after the other there.
final class Sandbox: Sendable {
  /// More memory than any parser may need for an input of at most 2 MiB, in KiB.
  private static let mostMemory = 1 << 20

  let programs: String
  let home: String
  private let folder: TemporaryFolder
  private let template: String

  /// - Parameter template: The home in which every input begins.
  init(programs: String, template: String) throws {
    self.programs = programs
    self.template = template
    folder = try TemporaryFolder()
    home = folder.path(of: "home")
  }

  /// Creates a home in which an account is signed in.
  static func makeTemplate(programs: String, in folder: TemporaryFolder) throws -> String {
    let home = try folder.makeFolder("home")
    let outcome = try Outcome(
      running: "\(programs)/koober",
      [
        "sign-up", "--name", "Ada", "--email", "ada@example.org", "--phone", "0491570156",
        "--password-stdin",
      ], environment: variables(home), input: "correct-horse-battery".utf8)
    guard outcome.status == 0 else {
      throw ToolError("No account can be opened: \(outcome.errorText)")
    }
    return home
  }

  static func variables(_ home: String) -> [String: String] {
    ["KOOBER_HOME": home, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
  }

  func reset() throws { try folder.makeFolder("home", from: template) }

  /// Runs a program and returns what is wrong with its end.
  func problem(_ arguments: [String], of program: String = "koober") throws -> String? {
    let outcome = try Outcome(
      running: "\(programs)/\(program)", arguments, environment: Self.variables(home))
    let text = outcome.errorText.suffix(300)
    if outcome.isHung { return "hangs: \(text)" }
    if let signal = outcome.signal { return "signal \(signal): \(text)" }
    if outcome.memory > Self.mostMemory { return "memory: \(outcome.memory / 1024) MiB" }
    let known: Set<Int32> = [0, 1, 2, 64, 65, 66, 69, 73, 74, 75, 76, 77, 78, 130]
    if let status = outcome.status, !known.contains(status) { return "status \(status): \(text)" }
    return nil
  }

  /// Replaces a file of the home, readable by its owner alone.
  func write(_ input: [UInt8], _ name: String) throws {
    let path = "\(home)/\(name)"
    try FileManager.default.createDirectory(
      atPath: Files.folder(of: path), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(input), attributes: [.posixPermissions: 0o600])
  }
}
