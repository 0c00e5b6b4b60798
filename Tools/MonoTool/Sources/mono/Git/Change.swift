/// A file that differs between a commit and what is on the disk now.
struct Change: Sendable, Hashable, Comparable {
  enum Kind: String, Sendable {
    case added = "new file"
    case changed, deleted
    case modeChanged = "mode changed"
    /// It counts as new in every comparison.
    case ignored = "ignored by git, so no commit has it,"
  }

  /// Relative to the root of the repository.
  let path: String
  let kind: Kind

  var isManifest: Bool {
    let name = Path.name(of: path)
    return name == "Package.swift" || name.hasPrefix("Package@swift-")
  }

  static func < (left: Change, right: Change) -> Bool {
    (left.path, left.kind.rawValue) < (right.path, right.kind.rawValue)
  }
}

extension Repository {
  /// Everything that differs from a commit: committed since, staged, unstaged and untracked; a
  /// renamed file is a deleted and an added one. Sorted by path.
  func changes(since base: String) throws -> [Change] {
    let options = [
      "-c", "core.quotePath=false", "diff", "--raw", "-z", "--no-renames", "--no-abbrev",
      "--no-ext-diff", "--relative", "--ignore-submodules=none", base, "--",
    ]
    let fields = Self.fields(try git(options))
    var changes: [Change] = []
    for index in stride(from: 0, to: fields.count - 1, by: 2) {
      if let kind = try kind(of: fields[index], path: fields[index + 1]) {
        changes.append(Change(path: fields[index + 1], kind: kind))
      }
    }
    let untracked = try git(["ls-files", "-z", "--others", "--exclude-standard"])
    // Another repository inside this one is listed as a folder.
    changes += Self.fields(untracked).map { Change(path: Path.normalize($0), kind: .added) }
    changes += try hiddenChanges(since: base)
    return Set(changes).sorted()
  }

  /// Edits of files that git takes for unchanged (`--skip-worktree`, `--assume-unchanged`).
  private func hiddenChanges(since base: String) throws -> [Change] {
    var changes: [Change] = []
    for field in Self.fields(try git(["ls-files", "-v", "-z"])) {
      guard let mark = field.first, mark == "S" || mark.isLowercase else { continue }
      let path = String(field.dropFirst(2))
      let before = try line(["rev-parse", "--verify", "--quiet", "\(base):./\(path)"])
      let after = try line(["hash-object", "--", path])
      // Without the file on the disk it is a sparse checkout.
      if let after, after != before { changes.append(Change(path: path, kind: .changed)) }
    }
    return changes
  }

  /// The files below some folders that git ignores.
  func ignoredFiles(in folders: [String]) throws -> [String] {
    if folders.isEmpty { return [] }
    let options = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--"]
    return Self.fields(try git(options + folders.map { ":(literal)\($0.isEmpty ? "." : $0)" }))
  }

  /// Reads `:100644 100755 <blob> <blob> M`; `nil` when the file is the same after all.
  private func kind(of header: String, path: String) throws -> Change.Kind? {
    let parts = header.dropFirst().split(separator: " ")
    guard parts.count == 5 else { return .changed }
    switch parts[4].first {
    case "A": return .added
    case "D": return .deleted
    case "M":
      let modes = parts[..<2]
      // The commit of a submodule stays the same when only its files were edited.
      if modes.contains("160000") { return .changed }
      var after = String(parts[3])
      if after.allSatisfy({ $0 == "0" }), !modes.contains("120000") {
        // Not in the index yet: git has not hashed it.
        after = try line(["hash-object", "--", path]) ?? after
      }
      guard parts[2] == after else { return .changed }
      return modes[0] == modes[1] ? nil : .modeChanged
    default: return .changed
    }
  }
}
