import Basics
import Glibc
import Testing

@testable import Cloud
@testable import CloudStore

/// A home on a medium that cannot be written, such as a copy on a disk that is mounted read-only.
struct ReadOnlyHomeTests {
  private static let reading: [[String]] = [
    ["profile"], ["status"], ["places", "search", "opera"], ["ride", "history"],
    ["ride", "status"], ["ride", "options", "--to", "Opera House"], ["friends", "list"], ["inbox"],
    ["flags", "list"], ["location", "show"], ["open", "koober://inbox"],
  ]
  private static let writing: [[String]] = [
    ["ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes"],
    ["location", "set", "1,2"], ["flags", "set", "ride-options-layout", "table"], ["sign-out"],
    ["friends", "add", "bob@example.org"],
  ]

  private let home: TemporaryFolder
  private let koober: KooberProcess

  init() throws {
    home = try TemporaryFolder()
    koober = KooberProcess(home: home)
  }

  /// Runs a command while the home is mounted read-only for it alone.
  private func runMounted(_ command: [String]) async throws -> KooberProcess.Outcome {
    try await koober.run(command, launch: PrivateMounts.readOnlyHome())
  }

  /// Opens and closes the database, after which nothing is left of its log.
  private func endLog() throws {
    let path = "\(home.path)/data/cloud/cloud.sqlite"
    _ = try SQLStore.sqlite(.file(path: path)).account(email: "")
    try #require(access("\(path)-wal", F_OK) != 0)
  }

  @Test(
    .enabled(if: PrivateMounts.unshare != nil, PrivateMounts.areRefused),
    arguments: [true, false])
  func `Commands that only read work on a read-only medium`(hasLog: Bool) async throws {
    _ = try await koober.signUp()
    _ = try await koober.requestRide()
    if !hasLog { try endLog() }

    for command in Self.reading {
      let outcome = try await runMounted(command)
      #expect(outcome.status == 0, "\(command): \(outcome)")
    }
  }

  @Test(
    .enabled(if: PrivateMounts.unshare != nil, PrivateMounts.areRefused),
    arguments: [true, false])
  func `Commands that write say that the medium is read-only`(hasLog: Bool) async throws {
    _ = try await koober.signUp()
    if !hasLog { try endLog() }

    for command in Self.writing {
      let outcome = try await runMounted(command)
      #expect(outcome.status == 74, "\(command): \(outcome)")
      #expect(outcome.error.contains(home.path))
      #expect(outcome.error.contains("Read-only file system"))
      #expect(outcome.error.contains("another folder"))
    }
  }

  @Test(.enabled(if: geteuid() != 0, "The administrator can write in every folder."))
  func `Commands that only read work in folders that cannot be written`() async throws {
    _ = try await koober.signUp()
    _ = try await koober.requestRide()
    try endLog()
    let files = "\(home.path)/data/cloud"
    try #require(chmod("\(files)/cloud.sqlite", 0o400) == 0 && chmod(files, 0o500) == 0)
    defer { chmod(files, 0o700) }

    for command in Self.reading {
      let outcome = try await koober.run(command)
      #expect(outcome.status == 0, "\(command): \(outcome)")
    }
  }
}
