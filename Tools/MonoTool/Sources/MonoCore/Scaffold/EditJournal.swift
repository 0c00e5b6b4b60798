import Basics

/// Edits on the disk, so that what a killed command has begun is finished by the next one.
///
/// Until the journal is written nothing has happened; from then on everything will.
struct EditJournal {
  let root: String

  /// Inside the build folder, which is not under version control.
  private var path: String { Path.join(root, ".build/mono/journal.json") }

  /// Whether a killed command has left work to finish.
  var isPending: Bool { Files.exists(path) }

  /// Writes the journal and then the files; ``close()`` ends the work.
  ///
  /// - Throws: `MonoError` when something cannot be written, or was changed since the plan was made;
  ///   then everything is as it was.
  func apply(_ edits: [ScaffoldPlan.Edit]) throws(MonoError) {
    // An editor or another program may have written meanwhile.
    if let changed = edits.first(where: { text($0.path) != $0.before }) {
      throw .failure(
        "\(changed.path) was changed while the command ran.", hint: "Run the command again.")
    }
    try Files.write(JSON.array(edits.map(\.json)).compact, to: path)
    do throws(MonoError) {
      for edit in edits { try write(edit.after, to: edit.path) }
    } catch {
      // Best effort: the first error is the one that is reported.
      for edit in edits.reversed() { try? write(edit.before, to: edit.path) }
      try? close()
      throw error
    }
  }

  /// Writes what a killed command has not written.
  ///
  /// - Throws: `MonoError.failure` when a file is neither as it was nor as it is to be.
  func finish() throws(MonoError) {
    guard let bytes = Files.read(path), let list = try? JSON.parse(bytes).elements else {
      throw .failure("\(path) cannot be read.", hint: "Remove it, and look at 'git status'.")
    }
    let edits = list.map(ScaffoldPlan.Edit.init)
    let other = edits.first { edit in
      let now = text(edit.path)
      return now != edit.before && now != edit.after
    }
    if let other {
      throw .failure(
        "\(other.path) was changed since a command was killed that had begun to change it.",
        hint: "Undo that change, or remove \(path) and finish or undo the rest by hand.")
    }
    for edit in edits {
      try removeDrafts(of: edit.path)
      try write(edit.after, to: edit.path)
    }
  }

  /// Removes what a killed command has left beside a file that it was about to replace.
  func removeDrafts(of path: String) throws(MonoError) {
    let place = Path.join(root, path)
    let folder = Path.folder(of: place)
    for entry in Files.entries(folder)
    where entry.name.hasPrefix(Path.name(of: place) + ".") && entry.name.hasSuffix(".new") {
      try Files.remove(Path.join(folder, entry.name))
    }
  }

  /// Forgets the work.
  func close() throws(MonoError) { try Files.remove(path) }

  private func text(_ path: String) -> String? { Files.text(Path.join(root, path)) }

  /// Writes a file in one step, or removes it with the folders that it leaves empty.
  private func write(_ text: String?, to path: String) throws(MonoError) {
    if text == self.text(path) { return }
    let place = Path.join(root, path)
    if let text { return try Files.write(text, to: place) }
    try Files.remove(place)
    var folder = Path.folder(of: place)
    while folder != root, Files.isFolder(folder), Files.entries(folder).isEmpty {
      try Files.remove(folder)
      folder = Path.folder(of: folder)
    }
  }
}

extension ScaffoldPlan.Edit {
  fileprivate var json: JSON {
    [
      "path": .string(path), "before": JSON(optional: before), "after": JSON(optional: after),
    ]
  }

  fileprivate init(_ json: JSON) {
    self.init(
      path: json["path"]?.text ?? "", before: json["before"]?.text, after: json["after"]?.text)
  }
}
