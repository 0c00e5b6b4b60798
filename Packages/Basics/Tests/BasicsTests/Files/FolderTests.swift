import Basics
import Glibc
import Testing

struct FolderTests {
  @Test func `A temporary folder is gone with its last owner, with what is in it`() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(folder?.path)
    try folder?.write("text", to: "deep/file")
    try #require(symlink("/etc", "\(path)/link") == 0)
    #expect(try Files.text(of: "\(path)/deep/file") == "text")

    folder = nil

    #expect(!Files.exists(path))
    #expect(Files.exists("/etc/passwd"))
  }

  @Test func `What is in a folder is listed by name, links as what they lead to`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "b/file")
    try folder.write("", to: ".a")
    try #require(symlink("b", folder.path(of: "c")) == 0)
    try #require(symlink("nowhere", folder.path(of: "d")) == 0)

    let entries = try Files.entries(in: folder.path)

    #expect(entries.map(\.name) == [".a", "b", "c", "d"])
    #expect(entries.map(\.isFolder) == [false, true, true, false])
    #expect(throws: FileError.self) { try Files.entries(in: folder.path(of: ".a")) }
  }

  @Test func `A file is replaced as a whole, and a failure leaves nothing behind`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "file")

    try Files.replace(path, with: Array("one".utf8))
    try Files.replace(path, with: Array("two".utf8))
    try Files.makeFolder(folder.path(of: "folder/below"))

    #expect(try Files.text(of: path) == "two")
    let error = #expect(throws: FileError.self) {
      try Files.replace(folder.path(of: "folder"), with: [])
    }
    #expect(error?.path == folder.path(of: "folder"))
    #expect(try Files.names(in: folder.path) == ["file", "folder"])
  }
}
