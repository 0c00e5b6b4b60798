package import Basics

/// The targets that a change can affect, and why.
package struct AffectedReport: Sendable {
  /// Why a target is selected.
  package struct Cause: Sendable, Hashable {
    package let file: String
    /// The reason why it counts for the first target of the path.
    package let reason: String
  }

  package struct Selected: Sendable {
    package let target: Int
    package let cause: Cause
    /// From the target that the file belongs to, along dependents, to the selected one.
    package let path: [Int]
  }

  package let workspace: Workspace
  package let base: Base
  package let changes: [Change]
  /// In the order of the workspace's targets.
  package let selected: [Selected]
  /// Changed files that select nothing, with the reason.
  package let ignored: [Cause]
  /// Changed files that select everything, because nothing says what they can affect.
  package let unmapped: [String]

  package var testTargets: [Int] { selected.map(\.target).filter(workspace.isTest) }

  /// Each selected package once, with its target that is closest to a changed file.
  package var packages: [(package: Int, by: Selected)] {
    Dictionary(grouping: selected) { workspace.targets[$0.target].package }
      .sorted { $0.key < $1.key }
      .compactMap { package, all in
        all.min { $0.path.count < $1.path.count }.map { (package, $0) }
      }
  }

  /// Lines for a reader; `explained` adds the file and the path behind each package and target.
  package func text(explained: Bool) -> String {
    var lines = ["base: \(base.text)"]
    if selected.isEmpty, unmapped.isEmpty { lines.append("Nothing is affected.") }
    lines += unmapped.map {
      "\($0) is in no target and not in the rules' inputs, so everything is selected."
    }
    func list(_ title: String, _ names: [String]) {
      if !names.isEmpty { lines.append("\(title): \(names.joined(separator: ", "))") }
    }
    list("packages", packages.map { workspace.packages[$0.package].name })
    let targets = selected.map(\.target)
    list("targets", targets.filter { workspace.targets[$0].kind != .test }.map(label))
    list("test targets", testTargets.map(label))
    if explained {
      lines += packages.map { "\(workspace.packages[$0.package].name): \(explanation($0.by))" }
      lines += selected.map { "  \(label($0.target)): \(explanation($0))" }
      lines += ignored.map { "ignored \($0.file): \($0.reason)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  package var json: JSON {
    let members: [String: JSON] = [
      "everything": .boolean(!unmapped.isEmpty),
      "changedFiles": JSON(changes.map(\.path)),
      "unmapped": JSON(unmapped),
      "packages": JSON(packages) { package, by in
        describe(by, ["name": .string(workspace.packages[package].name)])
      },
      "targets": JSON(selected) { selected in
        let target = workspace.targets[selected.target]
        return describe(
          selected,
          [
            "name": .string(target.name), "kind": .string(target.kind.rawValue),
            "package": .string(workspace.package(of: selected.target).name),
          ])
      },
      "testTargets": JSON(testTargets.map(label)),
      "ignored": .array(ignored.map { ["file": .string($0.file), "reason": .string($0.reason)] }),
    ]
    return .object(members.merging(base.json) { $1 })
  }

  private func describe(_ selected: Selected, _ members: [String: JSON]) -> JSON {
    let why: [String: JSON] = [
      "file": .string(selected.cause.file), "reason": .string(selected.cause.reason),
      "path": JSON(selected.path.map(label)),
    ]
    return .object(members.merging(why) { $1 })
  }

  private func explanation(_ selected: Selected) -> String {
    let path = selected.path.map(label).joined(separator: " → ")
    return "\(selected.cause.file) (\(selected.cause.reason)) → \(path)"
  }

  private func label(_ target: Int) -> String { workspace.targets[target].label }
}
