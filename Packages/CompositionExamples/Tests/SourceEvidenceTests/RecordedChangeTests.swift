import SourceEvidence
import Testing

struct RecordedChangeTests {
  private let texts = ["a": "one\ntwo\nthree\n", "b": "four\n"]

  @Test func `Lines added and lines replaced are counted once each`() throws {
    var changed = texts
    let change = RecordedChange(edits: [
      .init("a", "two\n", becomes: "2\n"),
      .init("a", "three\n", becomes: "three\nand a half\n"),
      .init("b", "four", becomes: "4"),
    ])

    let size = try change.apply(to: &changed)

    #expect(size == RecordedChange.Size(lines: 3, files: 2))
    #expect(changed == ["a": "one\n2\nthree\nand a half\n", "b": "4\n"])
  }

  @Test func `A new file is added and not counted`() throws {
    var changed = texts

    let size = try RecordedChange(edits: [], newFiles: ["c": "five\n"]).apply(to: &changed)

    #expect(size == RecordedChange.Size(lines: 0, files: 0))
    #expect(changed["c"] == "five\n")
  }

  @Test(arguments: [
    (RecordedChange.Edit("a", "five", becomes: "5"), "'five' is 0 times in 'a'."),
    (RecordedChange.Edit("a", "o", becomes: "0"), "'o' is 2 times in 'a'."),
    (RecordedChange.Edit("z", "one", becomes: "1"), "The change edits 'z', which is not there."),
  ])
  func `A change that the sources outgrew is refused`(edit: RecordedChange.Edit, message: String) {
    var changed = texts

    let error = #expect(throws: EvidenceError.self) {
      try RecordedChange(edits: [edit]).apply(to: &changed)
    }
    #expect(error?.description.hasPrefix(message) == true)
  }
}
