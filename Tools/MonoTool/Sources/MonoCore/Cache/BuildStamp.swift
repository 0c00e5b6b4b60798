import Basics

/// Remembers that a plan was built, to say so at once when nothing has changed since.
struct BuildStamp {
  private let path: String
  private let plan: RunPlan

  init(plan: RunPlan, root: String, configuration: String) {
    self.plan = plan
    var hash = ContentHash()
    hash.combine(configuration)
    for step in plan.steps { hash.combine("\(step.package) \(step.scratch.path)") }
    path = "\(root)/.build/mono/built/\(hash.hexadecimal)"
  }

  /// Whether the same contents were built, and the build folders not used since.
  func holds(for key: String) -> Bool { Files.text(path) == text(key) }

  func record(_ key: String) { try? Files.write(text(key), to: path) }

  /// SwiftPM writes its database with every build.
  private func text(_ key: String) -> String {
    let folders = Set(plan.steps.map(\.scratch.path)).sorted().map { folder in
      let stamp = Files.stamp("\(folder)/build.db")
      return "\(folder) \(stamp?.modified ?? 0) \(stamp?.size ?? 0)"
    }
    return ([key] + folders).joined(separator: "\n") + "\n"
  }
}
