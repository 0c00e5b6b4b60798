import Testing

@testable import MonoCore

struct FactMemoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `Facts are found once for the same contents and the same kind`() throws {
    #expect(try found("words", ["a", "b", "a"]) == ["a", "b", "a"])

    #expect(try known("words", ["b", "a"]) == ["b", "a"])
    #expect(throws: UnknownFact.self) { try known("words", ["a", "c"]) }
    #expect(throws: UnknownFact.self) { try known("lines", ["a"]) }
  }

  @Test func `Nothing is remembered without a folder`() throws {
    let memory = FactMemory(folder: nil)
    _ = try memory.facts("words", of: sources(["a"])) { String(decoding: $0, as: UTF8.self) }

    #expect(throws: UnknownFact.self) {
      try memory.facts("words", of: sources(["a"])) { _ -> String in throw UnknownFact() }
    }
  }

  @Test func `What cannot be read any more is found again`() throws {
    #expect(try found("words", ["a"]) == ["a"])
    for file in Files.descendants(of: folder.path) { try folder.write("[1", to: file) }

    #expect(try found("words", ["a"]) == ["a"])
    #expect(try known("words", ["a"]) == ["a"])
  }

  @Test func `Beyond the limit only what was asked for last is kept`() throws {
    #expect(try found("words", ["a", "b"], limit: 3) == ["a", "b"])
    #expect(try found("words", ["c", "b"], limit: 3) == ["c", "b"])
    #expect(try known("words", ["a", "b", "c"]) == ["a", "b", "c"])

    #expect(try found("words", ["d"], limit: 3) == ["d"])

    #expect(try known("words", ["d"]) == ["d"])
    #expect(throws: UnknownFact.self) { try known("words", ["a"]) }
  }

  private struct UnknownFact: Error {}

  private func sources(_ texts: [String]) -> [FactMemory.Source] {
    texts.map { FactMemory.Source(Array($0.utf8)) }
  }

  private func found(
    _ kind: String, _ texts: [String], limit: Int = FactMemory.limit
  ) throws -> [String] {
    try FactMemory(folder: folder.path, limit: limit).facts(kind, of: sources(texts)) {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The facts of texts that have to be remembered.
  private func known(_ kind: String, _ texts: [String]) throws -> [String] {
    try FactMemory(folder: folder.path).facts(kind, of: sources(texts)) { _ -> String in
      throw UnknownFact()
    }
  }
}
