import Core
import CoreTesting
import FoundationEssentials
import Glibc
import Testing

struct PrivateFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `What was written is read, by the owner alone`() throws {
    let file = PrivateFile(path: "\(folder.path)/deep/er/session.json")

    try file.write(Data("one".utf8))
    try file.write(Data("two".utf8))

    #expect(try file.read() == Data("two".utf8))
    #expect(mode(of: file.path) == 0o600)
    #expect(mode(of: "\(folder.path)/deep/er") == 0o700)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/deep/er").count == 1)
  }

  @Test func `A folder that exists keeps its mode`() throws {
    let path = "\(folder.path)/open"
    try #require(mkdir(path, 0) == 0 && chmod(path, 0o1755) == 0)

    try PrivateFile(path: "\(path)/session.json").write(Data())

    #expect(mode(of: path) == 0o1755)
  }

  @Test func `Changes at once are all kept`() async throws {
    let file = PrivateFile(path: "\(folder.path)/counter")

    try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask { try file.update { ($0 ?? Data()) + [1] } }
      }
      try await group.waitForAll()
    }

    #expect(try file.read()?.count == 20)
  }

  @Test func `A change that returns nothing leaves the file alone`() throws {
    let file = PrivateFile(path: "\(folder.path)/file")

    try file.update { _ in nil }

    #expect(try file.read() == nil)
  }

  @Test func `A missing file is nobody's fault`() throws {
    let file = PrivateFile(path: "\(folder.path)/nothing")

    #expect(try file.read() == nil)
    try file.delete()
  }

  @Test func `A deleted file is gone`() throws {
    let file = PrivateFile(path: "\(folder.path)/file")
    try file.write(Data("one".utf8))

    try file.delete()

    #expect(try file.read() == nil)
  }

  @Test func `A file in place of the folder is named`() throws {
    let blocker = PrivateFile(path: "\(folder.path)/blocker")
    try blocker.write(Data())

    let failure = #expect(throws: FileFailure.self) {
      try PrivateFile(path: "\(blocker.path)/file").write(Data())
    }

    #expect(failure?.path.hasPrefix(blocker.path) == true)
  }

  @Test(arguments: [
    (ENOSPC, Problem.Kind.inputOutput), (EROFS, .cannotCreate), (EACCES, .cannotCreate),
    (ENOENT, .noInput), (EBUSY, .tryAgainLater), (EIO, .inputOutput),
  ])
  func `Each failure of the disk names the path and its kind`(
    errorNumber: Int32, kind: Problem.Kind
  ) {
    let problem = FileFailure(errorNumber: errorNumber, path: "/disk/file").problem

    #expect(problem.kind == kind)
    #expect(problem.message.hasPrefix("/disk/file: "))
    #expect(!problem.hint.isEmpty)
  }

  private func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }
}
