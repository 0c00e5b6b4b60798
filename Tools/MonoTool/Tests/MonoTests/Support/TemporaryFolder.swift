import Basics
import Glibc
import Synchronization

@testable import mono

/// A folder that exists as long as this object.
final class TemporaryFolder: Sendable {
  let path: String
  private let folder: Basics.TemporaryFolder

  init() throws {
    folder = try Basics.TemporaryFolder()
    path = Files.realPath(folder.path) ?? folder.path
  }

  private static let kept: Mutex<[TemporaryFolder]> = {
    atexit { TemporaryFolder.kept.withLock { $0 = [] } }
    return Mutex([])
  }()

  /// A folder that is removed when the process ends, for what several tests use.
  static func untilExit() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    kept.withLock { $0.append(folder) }
    return folder
  }

  func write(_ text: String, to file: String) throws {
    try Files.write(text, to: Path.join(path, file))
  }

  func write(_ files: [String: String]) throws {
    for (file, text) in files { try write(text, to: file) }
  }

  func text(_ file: String) -> String? { Files.text(Path.join(path, file)) }

  func remove(_ file: String) throws { try Files.remove(Path.join(path, file)) }

  func git(_ arguments: String...) throws {
    let result = try Tool.run("git", ["-C", path] + SampleBuild.gitOptions + arguments)
    if result.status != .exited(0) { throw MonoError.failure(result.errorText, hint: "") }
  }

  /// Makes the folder a repository with everything in one commit.
  func makeRepository() throws {
    try git("init", "-q", "-b", "main")
    try commit()
  }

  /// Commits everything, also when nothing has changed.
  func commit(_ message: String = "commit") throws {
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "-m", message)
  }
}
