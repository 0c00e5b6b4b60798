import Basics
import Testing

@testable import mono

struct FactMemoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `Facts are found once for the same contents and the same kind`() throws {
    #expect(try found("words", ["a", "b", "a"]) == ["a", "b", "a"])

    #expect(try known("words", ["b", "a"]) == ["b", "a"])
    #expect(throws: UnknownFact.self) { try known("words", ["a", "c"]) }
    #expect(throws: UnknownFact.self) { try known("lines", ["a"]) }
  }

  @Test func `What cannot be read any more is found again`() throws {
    #expect(try found("words", ["a"]) == ["a"])
    for file in Files.descendants(of: folder.path) { try folder.write("[1", to: file) }

    #expect(try found("words", ["a"]) == ["a"])
    #expect(try known("words", ["a"]) == ["a"])
  }

  @Test func `What was not asked for last is forgotten`() throws {
    #expect(try found("words", ["a", "b"]) == ["a", "b"])
    #expect(try found("words", ["c", "b"]) == ["c", "b"])

    #expect(try known("words", ["b", "c"]) == ["b", "c"])
    #expect(throws: UnknownFact.self) { try known("words", ["a"]) }
  }

  private struct UnknownFact: Error {}

  private func sources(_ texts: [String]) -> [FactMemory.Source] {
    texts.map { FactMemory.Source(Array($0.utf8)) }
  }

  private func found(_ kind: String, _ texts: [String]) throws -> [String] {
    try FactMemory(folder: folder.path).facts(kind, of: sources(texts)) {
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
