/// Puts what a plan says into the working tree, so that git can take it back wherever it stops.
struct TreeChange {
  let root: String
  let edits: [ScaffoldPlan.Edit]

  /// Builds everything beside the tree, and then moves it in.
  ///
  /// - Throws: `MonoError.failure` that says how to take back what was moved until then.
  func apply() throws(MonoError) {
    // Inside the build folder, which is not under version control.
    let staged = Path.join(root, ".build/mono/staged")
    let undo = undo
    do throws(MonoError) {
      try Files.remove(staged)
      for edit in edits {
        try Files.write(edit.after, to: Path.join(staged, edit.path))
      }
      for edit in edits {
        try Files.move(Path.join(staged, edit.path), to: Path.join(root, edit.path))
      }
      try Files.remove(staged)
    } catch {
      throw .failure(error.message, hint: "\(error.hint) Take back what was written: \(undo)")
    }
  }

  /// The command that takes it back; has to be asked before anything is written.
  var undo: String {
    let new = Set(edits.filter { $0.before == nil }.map { newRoot(of: $0.path) }).sorted()
    let old = edits.filter { $0.before != nil }.map(\.path)
    return [("git restore --", old), ("git clean -fdq --", new)].filter { !$0.1.isEmpty }
      .map { command, paths in ([command] + paths.map { "'\($0)'" }).joined(separator: " ") }
      .joined(separator: " && ")
  }

  /// The highest folder of a new file that is new, too, or the file.
  private func newRoot(of path: String) -> String {
    let folder = Path.folder(of: path)
    return folder.isEmpty || Files.exists(Path.join(root, folder)) ? path : newRoot(of: folder)
  }
}
