import Testing

@testable import MonoCore

/// Wherever the work stops, it has happened or it has not.
struct EditJournalTests {
  private static let edits = [
    ScaffoldPlan.Edit(path: "new/deep/a.txt", before: nil, after: "a"),
    ScaffoldPlan.Edit(path: "new/b.txt", before: nil, after: "b"),
    ScaffoldPlan.Edit(path: "changed.txt", before: "old", after: "new"),
    ScaffoldPlan.Edit(path: "gone/c.txt", before: "c", after: nil),
  ]

  private let folder: TemporaryFolder
  private let journal: EditJournal

  init() throws {
    folder = try TemporaryFolder()
    journal = EditJournal(root: folder.path)
    try folder.write("old", to: "changed.txt")
    try folder.write("c", to: "gone/c.txt")
  }

  private var isDone: Bool {
    folder.text("new/deep/a.txt") == "a" && folder.text("new/b.txt") == "b"
      && folder.text("changed.txt") == "new" && !Files.exists("\(folder.path)/gone")
  }

  @Test(arguments: 0...4)
  func `What a killed command has not written is written by the next`(count: Int) throws {
    try journal.apply(Self.edits)
    #expect(isDone && journal.isPending)
    // As a command that was killed earlier leaves it.
    for edit in Self.edits.dropFirst(count) {
      if let before = edit.before {
        try folder.write(before, to: edit.path)
      } else {
        try folder.remove(edit.path)
      }
    }

    try folder.write("draft", to: "changed.txt.99.new")

    try EditJournal(root: folder.path).finish()

    #expect(isDone && folder.text("changed.txt.99.new") == nil)
    try journal.close()
    #expect(!journal.isPending)
  }

  @Test func `A file that was changed since the plan stops it before anything happens`() throws {
    try folder.write("edited", to: "changed.txt")

    #expect(throws: MonoError.self) { try journal.apply(Self.edits) }

    #expect(!journal.isPending && !Files.exists("\(folder.path)/new"))
  }

  @Test func `A file that was changed after a command was killed is not overwritten`() throws {
    try journal.apply(Self.edits)
    try folder.write("edited", to: "changed.txt")

    #expect(throws: MonoError.self) { try journal.finish() }

    #expect(folder.text("changed.txt") == "edited")
  }
}
