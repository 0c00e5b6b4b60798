import Testing

@testable import MonoCore

struct FilesTests {
  @Test func `Files are written, listed and removed`() throws {
    let folder = try TemporaryFolder()
    try folder.write("one", to: "a/b/one.txt")
    try folder.write("", to: "a/two.txt")
    try folder.write("x", to: ".hidden/three.txt")

    #expect(Files.descendants(of: folder.path) == ["a/b/one.txt", "a/two.txt"])
    #expect(Files.descendants(of: folder.path) { $0 == "a/b" } == ["a/two.txt"])
    #expect(folder.text("a/b/one.txt") == "one")
    #expect(folder.text("a/two.txt") == "")
    #expect(folder.text("a") == nil)
    try folder.remove("a")
    #expect(!Files.exists("\(folder.path)/a"))
  }

  @Test func `A link in a circle ends`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "a/file")
    _ = try Tool.run("ln", ["-s", "..", "\(folder.path)/a/up"])

    #expect(Files.descendants(of: folder.path) == ["a/file"])
    #expect(Files.linkTarget("\(folder.path)/a/up") == "..")
  }

  @Test func `What cannot be written is an error with the path`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "file")

    let error = #expect(throws: MonoError.self) { try folder.write("y", to: "file/inside") }

    #expect(error?.message.contains("\(folder.path)/file") == true)
  }
}
