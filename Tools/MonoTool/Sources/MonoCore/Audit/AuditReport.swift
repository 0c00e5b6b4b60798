package import Basics

/// What an audit found, with entries for the rules file.
package struct AuditReport: Sendable {
  package let workspace: Workspace
  package let results: [InputAudit.Result]

  package init(workspace: Workspace, results: [InputAudit.Result]) {
    self.workspace = workspace
    self.results = results
  }

  package var isClean: Bool { results.allSatisfy { $0.undeclared.isEmpty && $0.passed } }

  /// One entry for `inputs` for each set of targets that open the same files.
  var entries: [(paths: [String], affects: [String])] {
    var readers: [String: Set<Int>] = [:]
    for result in results {
      for file in result.undeclared { readers[file, default: []].insert(result.target) }
    }
    let sets = Dictionary(grouping: readers.keys.sorted()) { readers[$0] ?? [] }
    return sets.map { targets, files in
      (Self.patterns(files), targets.sorted().map(workspace.qualifiedName))
    }.sorted { $0.paths[0] < $1.paths[0] }
  }

  /// The files; those of a folder that has more than three together.
  private static func patterns(_ files: [String]) -> [String] {
    Dictionary(grouping: files, by: Path.folder(of:)).flatMap { folder, files in
      files.count > 3 && !folder.isEmpty ? ["\(folder)/*"] : files
    }.sorted()
  }

  package var text: String {
    var lines: [String] = []
    for result in results {
      let label = workspace.targets[result.target].label
      let count = result.undeclared.count
      let state = result.passed ? "" : ", and its tests failed"
      lines.append(
        count == 0
          ? "\(result.passed ? "ok    " : "FAILED") \(label)\(state)"
          : "FOUND  \(label) opens \(count) files that do not select it\(state)")
      lines += result.undeclared.map { "    " + $0 }
    }
    if !entries.isEmpty { lines.append("Add to \"inputs\" in the rules file:") }
    lines += entries.map { entry in
      let value: JSON = [
        "paths": JSON(entry.paths), "affects": JSON(entry.affects),
        "reason": "read by tests",
      ]
      return value.pretty.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
    }
    lines.append(isClean ? "Every opened file is declared." : "Not every opened file is declared.")
    return lines.joined(separator: "\n") + "\n"
  }

  package var json: JSON {
    [
      "clean": .boolean(isClean),
      "targets": .array(
        results.map { result in
          [
            "target": .string(workspace.qualifiedName(result.target)),
            "passed": .boolean(result.passed), "undeclared": JSON(result.undeclared),
          ]
        }),
      "entries": .array(
        entries.map { ["paths": JSON($0.paths), "affects": JSON($0.affects)] }),
    ]
  }
}
