import Basics
import Testing

@testable import mono

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
}

struct PathTests {
  @Test(arguments: [
    ("a/b", "../c", "a/c"), ("", "a", "a"), ("a", "", "a"), ("a", "/b", "/b"),
    ("a", "../../b", "../b"),
    ("/a", "../../b", "/b"), ("a/./b", "c//d", "a/b/c/d"),
  ])
  func `Paths are joined`(base: String, path: String, expected: String) {
    #expect(Path.join(base, path) == expected)
  }

  @Test(arguments: [
    ("/r/Packages/Core", "/r/Packages/Auth", "../Core"), ("/r", "/r/a/b", "../.."),
    ("/r/a", "/r/a", ""), ("a/b", "", "a/b"), ("/x/y", "/r", "../x/y"),
  ])
  func `A path is found from a folder, and leads back`(path: String, base: String, way: String) {
    #expect(Path.relative(path, to: base) == way)
    #expect(Path.join(base, way) == Path.normalize(path))
  }

  @Test(arguments: [
    ("a/b", "a", true), ("a", "a", true), ("ab", "a", false), ("a", "", true), ("../a", "", false),
    ("a", "a/b", false),
  ])
  func `A path is inside a folder`(path: String, folder: String, expected: Bool) {
    #expect(Path.isInside(path, folder) == expected)
  }

  @Test(arguments: [
    ("a/b.swift", "a", "b.swift", "swift"), ("b", "", "b", ""), ("/b", "/", "b", ""),
    ("a/.hidden", "a", ".hidden", ""),
  ])
  func `A path has parts`(path: String, folder: String, name: String, type: String) {
    #expect(Path.folder(of: path) == folder)
    #expect(Path.name(of: path) == name)
    #expect(Path.fileExtension(of: path) == type)
  }
}

struct GlobTests {
  @Test(arguments: [
    ("*", "Core", true), ("*", "a/b", false), ("**", "a/b", true), ("Core*", "CoreTesting", true),
    ("*Testing", "CoreTesting", true), ("*Testing", "Testing2", false), ("a?c", "abc", true),
    ("a?c", "a/c", false), ("**/x.md", "x.md", true), ("**/x.md", "a/b/x.md", true),
    ("a/**", "a/b/c", true), ("a/**", "ab", false), ("a*b*c", "aXbYc", true), ("", "", true),
    ("", "a", false), (".ci/**", ".ci/run", true), ("Tools/*", "Tools/a/b", false),
  ])
  func `A pattern matches`(pattern: String, text: String, expected: Bool) {
    #expect(Glob(pattern).matches(text) == expected)
  }

  @Test func `Many stars take no time`() {
    let pattern = Glob(String(repeating: "*a", count: 60))
    #expect(!pattern.matches(String(repeating: "a", count: 400) + "b"))
  }
}
