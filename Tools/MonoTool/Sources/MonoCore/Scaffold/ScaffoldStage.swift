import Basics

/// A copy of what a plan writes, made beside the repository's files, so that a few renames put it in
/// their place: whatever fails or kills the work before leaves the repository as it was.
struct ScaffoldStage {
  let root: String
  let edits: [ScaffoldPlan.Edit]
  /// Inside the build folder, which is not under version control.
  private let folder: TemporaryFolder

  init(root: String, edits: [ScaffoldPlan.Edit]) throws(MonoError) {
    self.root = root
    self.edits = edits
    folder = try Files.makeTemporaryFolder(in: Self.buildFolder(root))
  }

  static func buildFolder(_ root: String) -> String { Path.join(root, ".build/mono") }

  /// - Throws: `MonoError` after everything has been put back.
  func apply() throws(MonoError) {
    for edit in edits { try Files.write(edit.after, to: staged(edit.path)) }
    try refuseChanged()
    try Signals.ignoringInterrupts(move)
  }

  private func move() throws(MonoError) {
    var moved: [Place] = []
    do throws(MonoError) {
      for place in places {
        try Files.move(staged(place.path), to: Path.join(root, place.path))
        moved.append(place)
      }
    } catch {
      for place in moved.reversed() { putBack(place) }
      throw error
    }
  }

  private struct Place: Hashable {
    let path: String
    let before: String?
  }

  /// What is moved: whole new folders, new files, and the changed files last.
  private var places: [Place] {
    var places: [Place] = []
    for edit in edits where edit.before == nil {
      let place = Place(path: topOfNew(edit.path), before: nil)
      if !places.contains(place) { places.append(place) }
    }
    return places
      + edits.filter { $0.before != nil }.map { Place(path: $0.path, before: $0.before) }
  }

  /// The highest folder above a new file that does not exist yet, or the file.
  private func topOfNew(_ path: String) -> String {
    let parent = Path.folder(of: path)
    return parent.isEmpty || Files.exists(Path.join(root, parent)) ? path : topOfNew(parent)
  }

  private func staged(_ path: String) -> String { Path.join(folder.path, path) }

  /// An editor or another program may have written since the plan was made.
  private func refuseChanged() throws(MonoError) {
    for edit in edits {
      let path = Path.join(root, edit.path)
      let isSame = edit.before == nil ? !Files.exists(path) : Files.text(path) == edit.before
      if isSame { continue }
      throw .failure(
        "\(edit.path) was changed while the feature was made.", hint: "Run the command again.")
    }
  }

  /// Best effort: the first error is the one that is reported.
  private func putBack(_ place: Place) {
    let path = Path.join(root, place.path)
    if let before = place.before {
      try? Files.write(before, to: path)
    } else {
      try? Files.remove(path)
    }
  }
}
