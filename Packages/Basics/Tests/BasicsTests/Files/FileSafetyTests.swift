import Basics
import Glibc
import Testing

/// Other users cannot make this program read, write or change files of their choice.
struct FileSafetyTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func makeFolder(_ name: String, mode: mode_t = 0o700) throws -> String {
    let path = folder.path(of: name)
    try #require(mkdir(path, 0o700) == 0 && chmod(path, mode) == 0)
    return path
  }

  @Test(arguments: [0o777, 0o722, 0o720, 0o702])
  func `A file under a folder that others can write to is refused`(mode: mode_t) throws {
    let home = try makeFolder("home")
    let file = PrivateFile(path: "\(home)/config/file")
    try file.write([1])
    try #require(chmod(home, mode) == 0)

    let expected = FileError(
      .unsafe, path: home, reason: "other users can write to it",
      remedy: "Run 'chmod go-w \(home)'.")
    #expect(throws: expected) { try file.read() }
    #expect(throws: expected) { try file.write([2]) }
    #expect(throws: expected) { try file.delete() }
    #expect(throws: expected) { try file.append([2]) }

    try #require(chmod(home, 0o755) == 0)
    #expect(try file.read() == [1])
  }

  @Test func `The folder for everyone's temporary files is safe`() throws {
    let shared = try makeFolder("shared", mode: 0o1777)
    let file = PrivateFile(path: "\(shared)/file")

    try file.write([1])

    #expect(try file.read() == [1])
  }

  @Test func `A link leads into a folder only from a safe one`() throws {
    let target = try makeFolder("target")
    let home = try makeFolder("home")
    try #require(symlink(target, "\(home)/config") == 0)
    let file = PrivateFile(path: "\(home)/config/file")
    try file.write([1])
    try #require(chmod(home, 0o777) == 0)

    #expect(throws: FileError.self) { try file.write([2]) }

    try #require(chmod(home, 0o700) == 0)
    #expect(try file.read() == [1])
  }

  @Test func `A link is followed only where this is wanted, and stays`() throws {
    let target = try folder.write("a", to: "target")
    try #require(symlink("target", folder.path(of: "link")) == 0)
    try #require(symlink(folder.path(of: "link"), folder.path(of: "linklink")) == 0)
    let file = PrivateFile(path: folder.path(of: "linklink"), followsLinks: true)

    #expect(try file.read() == Array("a".utf8))
    try file.write([1])
    try file.update { ($0 ?? []) + [2] }

    #expect(try PrivateFile(path: target).read() == [1, 2])
    let refusal = #expect(throws: FileError.self) { try PrivateFile(path: file.path).read() }
    #expect(refusal?.reason == "it is a symbolic link")
  }

  @Test func `A link to a file or folder that others can write to is refused`() throws {
    let home = try makeFolder("home")
    let target = PrivateFile(path: "\(home)/target")
    try target.write([1])
    let file = PrivateFile(path: folder.path(of: "link"), followsLinks: true)
    try #require(symlink(target.path, file.path) == 0)

    try #require(chmod(target.path, 0o666) == 0)
    let failure = #expect(throws: FileError.self) { try file.read() }
    try #require(chmod(target.path, 0o600) == 0 && chmod(home, 0o777) == 0)
    #expect(throws: FileError.self) { try file.read() }
    #expect(throws: FileError.self) { try file.write([2]) }
    try #require(chmod(home, 0o700) == 0)

    #expect(failure?.kind == .unsafe)
    #expect(failure?.path == file.path)
    #expect(failure?.reason == "other users can write to it (a link leads to \(target.path))")
    #expect(try file.read() == [1])
  }

  @Test(.enabled(if: geteuid() == 0, "Only the administrator can give links away."))
  func `A link of another user is refused`() throws {
    try folder.write("a", to: "target")
    let file = PrivateFile(path: folder.path(of: "link"), followsLinks: true)
    try #require(symlink("target", file.path) == 0 && lchown(file.path, 65534, 65534) == 0)

    let failure = #expect(throws: FileError.self) { try file.read() }

    #expect(failure?.reason == "it belongs to another user (number 65534)")
  }

  @Test func `Links in a circle end with an error`() throws {
    let file = PrivateFile(path: folder.path(of: "link"), followsLinks: true)
    try #require(symlink("link", file.path) == 0)

    #expect(throws: FileError(errorNumber: ELOOP, path: file.path)) { try file.read() }
  }

  @Test func `Streams are read up to the limit where this is wanted`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    try #require(write(ends[1], "text", 4) == 4 && close(ends[1]) == 0)
    let path = "/dev/fd/\(ends[0])"

    #expect(throws: FileError.self) { try Files.read(path) }
    #expect(try Files.read(path, acceptsStreams: true) == Array("text".utf8))
    #expect(throws: FileError.self) {
      try Files.read("/dev/zero", limit: 1 << 20, acceptsStreams: true)
    }
    #expect(throws: FileError.self) { try Files.read(folder.path, acceptsStreams: true) }
  }

  @Test(arguments: [0o666, 0o602, 0o620])
  func `A file that others can write to is refused`(mode: mode_t) throws {
    let file = PrivateFile(path: try folder.write("text", to: "file"))
    try #require(chmod(file.path, mode) == 0)

    let failure = #expect(throws: FileError.self) { try file.read() }
    #expect(throws: FileError.self) { _ = try file.append([1]) }

    #expect(failure?.kind == .unsafe)
    #expect(failure?.path == file.path)
  }

  @Test(.enabled(if: geteuid() == 0, "Only the administrator can give files away."))
  func `A file or folder of another user is refused`() throws {
    let home = try makeFolder("home")
    let file = PrivateFile(path: "\(home)/file")
    try file.write([1])

    try #require(chown(file.path, 65534, 65534) == 0)
    let failure = #expect(throws: FileError.self) { try file.read() }
    try #require(chown(file.path, 0, 0) == 0 && chown(home, 65534, 65534) == 0)
    let folderFailure = #expect(throws: FileError.self) { try file.write([2]) }

    #expect(failure?.reason == "it belongs to another user (number 65534)")
    #expect(folderFailure?.path == home)
  }

  @Test func `A lock that another keeps is busy after a while`() throws {
    let path = folder.path(of: "lock")
    let lock = try FileLock(path: path)

    let failure = #expect(throws: FileError.self) {
      _ = try FileLock(path: path, timeout: .zero)
    }
    extendLifetime(lock)

    #expect(failure?.kind == .busy)
  }

  @Test func `A free lock leaves no file`() throws {
    let path = folder.path(of: "lock")

    do {
      let lock = try FileLock(path: path)
      extendLifetime(lock)
    }

    #expect(try FileStatus(of: path) == nil)
  }
}
