@testable import MonoCore

/// A folder that exists as long as this object.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let path = try Files.makeTemporaryFolder()
    self.path = Files.realPath(path) ?? path
  }

  deinit { try? Files.remove(path) }

  func write(_ text: String, to file: String) throws {
    try Files.write(text, to: Path.join(path, file))
  }

  func text(_ file: String) -> String? { Files.text(Path.join(path, file)) }

  func remove(_ file: String) throws { try Files.remove(Path.join(path, file)) }

  func git(_ arguments: String...) throws {
    let identity = ["-c", "user.name=T", "-c", "user.email=t@example.org"]
    let result = try Subprocess.run("git", ["-C", path] + identity + arguments)
    guard result.status == 0 else { throw GitFailure(text: result.errorText) }
  }

  struct GitFailure: Error { let text: String }
}
