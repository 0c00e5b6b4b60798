import Basics
import MonoTesting

@testable import MonoCore

/// A folder that exists as long as this object.
final class TemporaryFolder: Sendable {
  let path: String
  private let folder: Basics.TemporaryFolder

  init() throws {
    folder = try MonoCore.Files.makeTemporaryFolder()
    path = MonoCore.Files.realPath(folder.path) ?? folder.path
  }

  func write(_ text: String, to file: String) throws {
    try MonoCore.Files.write(text, to: Path.join(path, file))
  }

  func text(_ file: String) -> String? { MonoCore.Files.text(Path.join(path, file)) }

  func remove(_ file: String) throws { try MonoCore.Files.remove(Path.join(path, file)) }

  func git(_ arguments: String...) throws {
    let result = try Tool.run("git", ["-C", path] + SampleBuild.gitOptions + arguments)
    guard result.status == .exited(0) else { throw GitFailure(text: result.errorText) }
  }

  struct GitFailure: Error { let text: String }
}
