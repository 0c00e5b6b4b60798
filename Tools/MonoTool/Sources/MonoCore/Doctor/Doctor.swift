package import Basics

/// Looks at the toolchain, SwiftSyntax, system libraries and build folders.
package struct Doctor {
  package struct Check: Sendable, Equatable {
    package let name: String
    package let isHealthy: Bool
    package let message: String
    /// A remedy, when it is not healthy.
    package let remedy: String
  }

  package let checks: [Check]

  package init(session: Session, workspace: Workspace) throws {
    let toolchain = session.loader.evaluator.toolchain
    checks =
      try [Self.swift(toolchain), Self.syntax(toolchain)]
      + workspace.targets.compactMap(Self.library)
      + Self.buildFolders(of: workspace)
  }

  private static func swift(_ toolchain: Toolchain) throws(MonoError) -> Check {
    let version = try Tool.run(toolchain.swift, ["--version"])
    return Check(
      name: "toolchain", isHealthy: version.status.code == 0,
      message: "\(toolchain.swift): \((version.outputText + version.errorText).firstLine)",
      remedy: "Install a Swift toolchain from swift.org.")
  }

  private static func syntax(_ toolchain: Toolchain) -> Check {
    Check(
      name: "SwiftSyntax", isHealthy: toolchain.hostLibraries != nil,
      message: toolchain.hostLibraries ?? "not beside the swift command",
      remedy: "Use a toolchain from swift.org that has usr/lib/swift/host.")
  }

  /// The system library that a target is, as pkg-config knows it.
  private static func library(_ target: Workspace.Target) -> Check? {
    guard target.kind == .system, let name = target.description.raw["pkgConfig"]?.text else {
      return nil
    }
    guard let result = try? Tool.run("pkg-config", ["--exists", name]) else {
      return Check(
        name: "library", isHealthy: false, message: "\(name): pkg-config is missing",
        remedy: "apt-get install pkg-config")
    }
    let packages = (target.description.raw["providers"]?.elements ?? []).flatMap { provider in
      (provider["apt"]?.elements ?? []).flatMap { $0.texts ?? [] }
    }
    let isFound = result.status.code == 0
    return Check(
      name: "library", isHealthy: isFound,
      message: "\(name)\(isFound ? "" : " is not installed"), for \(target.label)",
      remedy: "apt-get install \(packages.joined(separator: " "))")
  }

  private static func buildFolders(of workspace: Workspace) -> [Check] {
    let folders = Set(workspace.packages.indices.map { RunPlan.scratch(for: $0, in: workspace) })
    let built = folders.filter { Files.isFolder("\($0.path)/debug") }.sorted { $0.path < $1.path }
    return built.map { scratch in
      let problems = StaleFolder(scratch: scratch, workspace: workspace).problems
      let place = Path.relative(scratch.path, to: workspace.root)
      return Check(
        name: "build folder", isHealthy: problems.isEmpty,
        message: "\(place) is \(problems.isEmpty ? "up to date" : "stale: ")"
          + problems.joined(separator: "; "),
        remedy: "Run 'mono build'; if it stays, remove \(place).")
    }
  }

  package var text: String {
    let lines = checks.map { check in
      "\(check.isHealthy ? "ok    " : "WRONG ") \(check.name): \(check.message)"
        + (check.isHealthy ? "" : "\n       \(check.remedy)")
    }
    let wrong = checks.count { !$0.isHealthy }
    let verdict = wrong == 0 ? "Everything is well." : "\(wrong) of \(checks.count) are wrong."
    return (lines + [verdict]).joined(separator: "\n") + "\n"
  }

  package var json: JSON {
    [
      "healthy": .boolean(checks.allSatisfy(\.isHealthy)),
      "checks": JSON(checks) { check in
        [
          "name": .string(check.name), "status": check.isHealthy ? "ok" : "wrong",
          "message": .string(check.message),
          "remedy": check.isHealthy ? .null : .string(check.remedy),
        ]
      },
    ]
  }
}
