import Basics

/// The targets that a change can affect, and why.
struct AffectedReport: Sendable {
  /// Why a target is selected.
  struct Cause: Sendable, Hashable, Encodable {
    let file: String
    /// The reason why it counts for the first target of the path.
    let reason: String
  }

  struct Selected: Sendable {
    let target: Int
    let cause: Cause
    /// From the target that the file belongs to, along dependents, to the selected one.
    let path: [Int]
  }

  let workspace: Workspace
  let base: Base
  let changes: [Change]
  /// In the order of the workspace's targets.
  let selected: [Selected]
  /// Changed files that select nothing, with the reason.
  let ignored: [Cause]
  /// Changed files that select everything, because nothing says what they can affect.
  let unmapped: [String]

  var testTargets: [Int] { selected.map(\.target).filter(workspace.isTest) }

  /// Each selected package once, with its target that is closest to a changed file.
  private var packages: [(name: String, by: Selected)] {
    let byPackage = Dictionary(grouping: selected) { workspace[$0.target].package }
    return byPackage.sorted { $0.key < $1.key }.compactMap { package, all in
      all.min { $0.path.count < $1.path.count }.map { (workspace.packages[package].name, $0) }
    }
  }

  /// Lines for a reader; `explained` adds the file and the path behind each package and target.
  func text(explained: Bool) -> String {
    var lines = ["base: \(base.text)"]
    if selected.isEmpty, unmapped.isEmpty { lines.append("Nothing is affected.") }
    lines += unmapped.map {
      "\($0) is in no target and not in the rules' inputs, so everything is selected."
    }
    let others = selected.map(\.target).filter { !workspace.isTest($0) }
    for (title, names) in [
      ("packages", packages.map(\.name)), ("targets", others.map(label)),
      ("test targets", testTargets.map(label)),
    ] where !names.isEmpty { lines.append("\(title): \(names.joined(separator: ", "))") }
    if explained {
      lines += packages.map { "\($0.name): \(explanation($0.by))" }
      lines += selected.map { "  \(label($0.target)): \(explanation($0))" }
      lines += ignored.map { "ignored \($0.file): \($0.reason)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  func json() throws -> JSON {
    let members: [String: JSON] = [
      "everything": .boolean(!unmapped.isEmpty),
      "changedFiles": JSON(changes.map(\.path)),
      "unmapped": JSON(unmapped),
      "packages": JSON(packages) { describe($0.by, ["name": .string($0.name)]) },
      "targets": JSON(selected) { selected in
        let target = workspace[selected.target]
        let package = workspace.package(of: selected.target).name
        return describe(
          selected,
          [
            "name": .string(target.name), "kind": .string(target.kind.rawValue),
            "package": .string(package),
          ])
      },
      "testTargets": JSON(testTargets.map(label)),
      "ignored": try JSON(encoding: ignored),
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

  private func label(_ target: Int) -> String { workspace[target].label }
}
