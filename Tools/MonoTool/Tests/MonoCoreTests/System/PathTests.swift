import Testing

@testable import MonoCore

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
