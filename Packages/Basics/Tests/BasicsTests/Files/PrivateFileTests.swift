import Basics
import Glibc
import Testing

struct PrivateFileTests {
  private let folder: TemporaryFolder
  private let file: PrivateFile

  init() throws {
    folder = try TemporaryFolder()
    file = PrivateFile(path: folder.path(of: "file"))
  }

  @Test func `What was written is read, by the owner alone`() throws {
    let file = PrivateFile(path: folder.path(of: "deep/er/session.json"))

    try file.write([1])
    try file.write([2])

    #expect(try file.read() == [2])
    #expect(try mode(of: file.path) == 0o600)
    #expect(try mode(of: folder.path(of: "deep/er")) == 0o700)
    #expect(try FileStatus(of: "\(file.path).new") == nil)
  }

  @Test func `A folder that exists keeps its mode`() throws {
    let path = folder.path(of: "open")
    try #require(mkdir(path, 0) == 0 && chmod(path, 0o1755) == 0)

    try PrivateFile(path: "\(path)/session.json").write([])

    #expect(try mode(of: path) == 0o1755)
  }

  @Test func `Changes at once are all kept`() async throws {
    let file = file

    try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask { try file.update { ($0 ?? []) + [1] } }
        group.addTask { _ = try file.append([1]) }
      }
      try await group.waitForAll()
    }

    #expect(try file.read()?.count == 40)
  }

  @Test func `A change that returns nothing leaves no file`() throws {
    try file.update { _ in nil }

    #expect(try file.read() == nil)
    #expect(try FileStatus(of: "\(file.path).new") == nil)
  }

  @Test func `What a killed process has left goes with the next change`() throws {
    try folder.write("a token of a killed process, which is long", to: "file.new")

    try file.write([1])

    #expect(try file.read() == [1])
    #expect(try FileStatus(of: "\(file.path).new") == nil)
  }

  @Test func `What a killed process has left goes with the file`() throws {
    try folder.write("a token", to: "file.new")

    try file.delete()

    #expect(try FileStatus(of: "\(file.path).new") == nil)
  }

  @Test func `Nothing is appended beyond the limit`() throws {
    let file = PrivateFile(path: file.path, limit: 3)

    #expect(try file.append([1, 2]))
    #expect(try !file.append([3, 4]))
    #expect(try file.append([5]))

    #expect(try file.read() == [1, 2, 5])
  }

  @Test(arguments: [(3, true), (4, false)])
  func `A file of exactly the limit is read`(size: Int, isRead: Bool) throws {
    try folder.write([UInt8](repeating: 0, count: size), to: "file")

    let content = try? PrivateFile(path: file.path, limit: 3).read()

    #expect((content != nil) == isRead)
  }

  @Test func `A missing file has no content, and deleting it is no error`() throws {
    #expect(try file.read() == nil)
    #expect(try PrivateFile(path: folder.path(of: "no/folder/file")).read() == nil)
    try file.delete()
  }

  @Test func `A deleted file is gone`() throws {
    try file.write([1])

    try file.delete()

    #expect(try file.read() == nil)
  }

  @Test func `A file in place of the folder is named`() throws {
    try file.write([])
    let inside = PrivateFile(path: "\(file.path)/file")

    let failure = #expect(throws: FileError.self) { try inside.write([]) }
    #expect(throws: FileError.self) { try inside.read() }

    #expect(failure?.path.hasSuffix("/file") == true)
  }

  @Test(arguments: SpecialFile.allCases)
  func `What is no file is an error at once and stays as it is`(kind: SpecialFile) throws {
    try kind.make(at: file.path)
    let before = try mode(of: file.path)

    let failure = #expect(throws: FileError.self) { try file.read() }
    #expect(throws: FileError.self) { try file.append([1]) }
    #expect(throws: FileError.self) { try file.update { _ in [1] } }

    #expect(failure?.kind == (kind == .link ? .unsafe : .corrupt))
    #expect(failure?.path == file.path)
    #expect(failure?.remedy.isEmpty == false)
    #expect(try mode(of: file.path) == before)
  }

  @Test(arguments: SpecialFile.allCases)
  func `What is no file cannot be the lock`(kind: SpecialFile) throws {
    try kind.make(at: "\(file.path).new")

    let failure = #expect(throws: FileError.self) { try file.write([1]) }

    #expect(failure?.path == "\(file.path).new")
  }
}

/// What may stand in the place of a file.
enum SpecialFile: CaseIterable {
  case folder, pipe, socket, device, link

  func make(at path: String) throws {
    switch self {
    case .folder: try #require(mkdir(path, 0o700) == 0)
    case .pipe: try #require(mkfifo(path, 0o600) == 0)
    case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
    // Not everybody may make a device; a link to one must not be followed either.
    case .device:
      let zero: dev_t = 0x105  // The numbers of /dev/zero are 1 and 5.
      try #require(mknod(path, S_IFCHR | 0o600, zero) == 0 || mkfifo(path, 0o600) == 0)
    case .link: try #require(symlink("/dev/zero", path) == 0)
    }
  }
}

func mode(of path: String) throws -> mode_t {
  var status = stat()
  try #require(lstat(path, &status) == 0)
  return status.st_mode & 0o7777
}
