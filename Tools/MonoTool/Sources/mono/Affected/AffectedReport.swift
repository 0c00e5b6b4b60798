/// The targets that a change can affect, and why.
struct AffectedReport: Sendable, Encodable {
  /// Why a target is selected, or a file selects none.
  struct Cause: Sendable, Hashable, Encodable {
    let file: String
    /// The reason why it counts for the first target of the path.
    let reason: String
  }

  struct Selected: Sendable, Encodable {
    let name, package: String
    let kind: TargetDescription.Kind
    let cause: Cause
    /// The labels of targets from the one that the file belongs to, along dependents, to this one.
    let path: [String]

    var label: String { path[path.count - 1] }
    var explanation: String {
      "\(cause.file) (\(cause.reason)) → \(path.joined(separator: " → "))"
    }
  }

  let base: Base
  let changedFiles: [String]
  /// In the order of the workspace's targets.
  let targets: [Selected]
  /// The labels of those that are tests.
  let testTargets: [String]
  /// Each selected package once, by its target that is closest to a changed file.
  let packages: [Selected]
  /// Changed files that select nothing, with the reason.
  let ignored: [Cause]
  /// Changed files that select everything, because nothing says what they can affect.
  let unmapped: [String]

  init(base: Base, changes: [Change], targets: [Selected], ignored: [Cause], unmapped: [String]) {
    (self.base, changedFiles) = (base, changes.map(\.path))
    self.targets = targets
    testTargets = targets.filter { $0.kind == .test }.map(\.label)
    packages = Dictionary(grouping: targets, by: \.package).sorted { $0.key < $1.key }
      .compactMap { $0.value.min { $0.path.count < $1.path.count } }
    (self.ignored, self.unmapped) = (ignored, unmapped)
  }

  /// Lines for a reader; `explained` adds the file and the path behind each package and target.
  func text(explained: Bool) -> String {
    var lines = ["base: \(base.text)"]
    if targets.isEmpty, unmapped.isEmpty { lines.append("Nothing is affected.") }
    lines += unmapped.map {
      "\($0) is in no target and not in the rules' inputs, so everything is selected."
    }
    let others = targets.filter { $0.kind != .test }.map(\.label)
    for (title, names) in [
      ("packages", packages.map(\.package)), ("targets", others), ("test targets", testTargets),
    ] where !names.isEmpty { lines.append("\(title): \(names.joined(separator: ", "))") }
    if explained {
      lines += packages.map { "\($0.package): \($0.explanation)" }
      lines += targets.map { "  \($0.label): \($0.explanation)" }
      lines += ignored.map { "ignored \($0.file): \($0.reason)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
