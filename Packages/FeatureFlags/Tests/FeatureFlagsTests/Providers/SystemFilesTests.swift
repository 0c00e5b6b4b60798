import FeatureFlags
import Glibc
import Testing

struct SystemFilesTests {
  /// Runs `body` with the path of a new folder, which is removed afterwards.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let path = "/tmp/feature-flags-\(UInt64.random(in: 0 ... .max))"
    try #require(mkdir(path, 0o700) == 0)
    defer {
      for name in ["file", "file.lock"] { unlink("\(path)/\(name)") }
      rmdir(path)
    }
    try body(path)
  }

  @Test(arguments: [false, true])
  func `What is appended and replaced is read again`(synchronizes: Bool) throws {
    let files = SystemFiles(synchronizes: synchronizes)
    try inFolder { folder in
      let path = folder + "/file"
      #expect(try files.status(of: path) == nil)

      try files.append([1, 2], to: path)
      try files.append([3], to: path)

      #expect(try files.read(path) == [1, 2, 3])
      let before = try #require(try files.status(of: path))
      try files.replace(path, with: [9])
      let after = try #require(try files.status(of: path))
      #expect(try files.read(path) == [9])
      #expect(before.size == 3 && after.size == 1)
      #expect(before.inode != after.inode)
      #expect(after.modified >= before.modified)
    }
  }

  @Test func `A new file belongs to its owner alone`() throws {
    try inFolder { folder in
      try SystemFiles().append([1], to: folder + "/file")

      var status = stat()
      #expect(stat(folder + "/file", &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test func `A missing folder is an error that names the file`() {
    let files = SystemFiles()
    let path = "/tmp/feature-flags-does-not-exist/file"

    let error = #expect(throws: FileError.self) { try files.append([1], to: path) }
    #expect(throws: FileError.self) { try files.replace(path, with: []) }
    #expect(throws: FileError.self) { try files.read(path) }
    #expect(throws: FileError.self) {
      try files.withExclusiveAccess(to: path) { () throws(FileError) in }
    }
    #expect(error?.description == "Cannot append to \(path): No such file or directory.")
    #expect(error?.isMissing == true)
  }

  @Test func `Only one at a time is inside an exclusive access`() async throws {
    let path = "/tmp/feature-flags-\(UInt64.random(in: 0 ... .max))"
    defer {
      unlink(path)
      unlink(path + ".lock")
    }
    let files = SystemFiles()

    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<25 {
            try files.withExclusiveAccess(to: path) { () throws(FileError) in
              let content = try files.status(of: path) == nil ? [] : files.read(path)
              try files.replace(path, with: content + [0])
            }
          }
        }
      }
      try await group.waitForAll()
    }

    #expect(try files.read(path).count == 200)
  }
}
