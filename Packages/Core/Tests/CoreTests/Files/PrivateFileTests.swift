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

  @Test func `A folder that others could enter is closed to them`() throws {
    let path = "\(folder.path)/open"
    try #require(mkdir(path, 0o755) == 0)

    try PrivateFile(path: "\(path)/session.json").write(Data())

    #expect(mode(of: path) == 0o700)
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
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }
}
