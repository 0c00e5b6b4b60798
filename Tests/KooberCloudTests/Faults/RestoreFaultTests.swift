import Basics
import Core
import CoreTesting
import Foundation
import Testing

/// Restores whose system calls fail one after the other, or end the process.
struct RestoreFaultTests {
  private static let strace = "/usr/bin/strace"

  private let program: CloudProgram
  private var backup: String { "\(program.home.path)/backup.sqlite" }

  init() throws {
    program = try CloudProgram()
  }

  @Test(
    .enabled(if: Files.isExecutable(strace), "strace is not installed"),
    arguments: ["rename", "unlink", "fsync", "fdatasync", "ftruncate"])
  func `The path leads to the old database or to the backup, whichever call fails`(
    call: String
  ) async throws {
    let old = try await crashedDatabase()
    let states = [
      "killed": try await failing(call, "signal=KILL", from: old),
      "failed": try await failing(call, "error=EIO", from: old),
    ]

    for (end, states) in states {
      #expect(states.first == "old", "\(end)")
      #expect(states.last == "backup", "\(end)")
      #expect(Set(states) == ["old", "backup"], "\(end): \(states)")
    }
  }

  /// Lets the calls of a kind fail, each in a restore of its own, until a restore meets none.
  ///
  /// - Returns: What the database is after each.
  private func failing(
    _ call: String, _ fault: String, from old: TemporaryFolder
  ) async throws -> [String] {
    var states: [String] = []
    // No restore makes so many calls.
    while states.count < 200 {
      let folder = try TemporaryFolder(in: program.home.path)
      for name in try Files.names(in: old.path) {
        try folder.write(Files.read(old.path(of: name)), to: name)
      }
      let database = "sqlite:\(folder.path)/cloud.sqlite"
      // Some architectures have the call under a longer name, such as renameat2.
      let outcome = try await program.run(
        Self.strace,
        [
          "-f", "-qq", "-o", "/dev/null", "-e", "trace=/^\(call)",
          "-e", "inject=/^\(call):\(fault):when=\(states.count + 1)",
          CloudProgram.executable, "restore", backup, "--force", "--database", database,
        ])
      if fault.hasPrefix("error"), outcome.status != 0 { #expect(outcome.status == 74) }

      let checked = try await program.run("check", "--database", database)
      #expect(checked.status == 0, "\(call) \(states.count + 1): \(checked.error)")
      let audit = try await program.run("audit", "--database", database)
      #expect(audit.status == 0, "\(call) \(states.count + 1): \(audit.error)")
      #expect(try !Files.names(in: folder.path).contains { $0.contains("restored") })
      states.append(audit.output.contains("signUp") ? "old" : "backup")
      if outcome.status == 0 { return states }
    }
    return try #require(nil as [String]?, "Each restore meets the call.")
  }

  /// Makes a backup without riders, and a database whose only rider is in its log alone.
  private func crashedDatabase() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder(in: program.home.path)
    let database = "sqlite:\(folder.path)/cloud.sqlite"
    _ = try await program.run("migrate", "--database", database)
    #expect(try await program.run("backup", backup, "--database", database).status == 0)
    let server = try await program.serve("--database", database)
    _ = try await server.client().call(CloudAPI.signUp, body: .johnny)
    #expect(await server.end(SIGKILL) == 128 + SIGKILL)
    return folder
  }
}
