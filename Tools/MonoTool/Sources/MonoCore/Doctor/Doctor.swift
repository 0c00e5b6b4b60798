package import Basics

/// Looks at everything that builds and this tool stand on.
package struct Doctor {
  package struct Check: Sendable, Equatable {
    package let name: String
    package let isHealthy: Bool
    package let message: String
    /// What to do, when it is not healthy.
    package let remedy: String
  }

  private let session: Session
  private let workspace: Workspace

  package init(session: Session, workspace: Workspace) {
    self.session = session
    self.workspace = workspace
  }

  package func checks() throws -> [Check] {
    [try toolchain(), syntax, try flags(), git] + manifests + packagePaths + (try systemLibraries())
      + (try scratchFolders())
  }

  private func toolchain() throws(MonoError) -> Check {
    let swift = session.loader.evaluator.toolchain.swift
    let version = try Tool.run(swift, ["--version"])
    return Check(
      name: "toolchain", isHealthy: version.status.code == 0,
      message: "\(swift): \((version.outputText + version.errorText).firstLine)",
      remedy: "Install a Swift toolchain from swift.org.")
  }

  private var syntax: Check {
    let folder = session.loader.evaluator.toolchain.hostLibraries
    return Check(
      name: "SwiftSyntax", isHealthy: folder != nil,
      message: folder ?? "not beside the swift command",
      remedy: "Use a toolchain from swift.org that has usr/lib/swift/host.")
  }

  private func flags() throws(MonoError) -> Check {
    let known = try BuildFlags(evaluator: session.loader.evaluator).build
    return Check(
      name: "build flags", isHealthy: known.contains("--disable-build-manifest-caching"),
      message: known.isEmpty ? "none are known" : known.joined(separator: " "),
      remedy: "This toolchain may miss new files in local packages; use Swift 6.")
  }

  private var git: Check {
    Check(
      name: "git", isHealthy: session.repository != nil,
      message: session.repository.map { "repository at \($0.root)" } ?? "no repository here",
      remedy: "Run 'git init'; without it 'mono affected' cannot work.")
  }

  private var manifests: [Check] {
    workspace.unreadable.sorted { $0.key < $1.key }.map { folder, error in
      Check(
        name: "manifest", isHealthy: false, message: "\(folder): \(error.message)",
        remedy: error.hint)
    }
  }

  private var packagePaths: [Check] {
    workspace.danglingPaths.map { package, path in
      Check(
        name: "package", isHealthy: false,
        message: "\(workspace.packages[package].manifestPath) names \(path), where no package is",
        remedy: "Correct the path, or run 'git submodule update --init'.")
    }
  }

  /// System libraries that manifests name, as pkg-config knows them.
  private func systemLibraries() throws(MonoError) -> [Check] {
    var checks: [Check] = []
    for target in workspace.targets where target.kind == .system {
      guard let name = target.description.raw["pkgConfig"]?.text else { continue }
      let found: Bool
      do {
        found = try Tool.run("pkg-config", ["--exists", name]).status.code == 0
      } catch {
        let message = "\(name): pkg-config is missing"
        checks.append(
          Check(
            name: "library", isHealthy: false, message: message,
            remedy: "apt-get install pkg-config"))
        continue
      }
      let packages = (target.description.raw["providers"]?.elements ?? []).flatMap { provider in
        (provider["apt"]?.elements ?? []).flatMap { $0.texts ?? [] }
      }
      checks.append(
        Check(
          name: "library", isHealthy: found,
          message: "\(name)\(found ? "" : " is not installed"), for \(target.label)",
          remedy: "apt-get install \(packages.joined(separator: " "))"))
    }
    return checks
  }

  private func scratchFolders() throws(MonoError) -> [Check] {
    let folders = Set(
      workspace.packages.indices.map { RunPlan.scratch(for: $0, in: workspace) })
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
}

extension Doctor {
  package static func text(_ checks: [Check]) -> String {
    let lines = checks.map { check in
      "\(check.isHealthy ? "ok    " : "WRONG ") \(check.name): \(check.message)"
        + (check.isHealthy ? "" : "\n       \(check.remedy)")
    }
    let wrong = checks.count { !$0.isHealthy }
    let verdict = wrong == 0 ? "Everything is well." : "\(wrong) of \(checks.count) are wrong."
    return (lines + [verdict]).joined(separator: "\n") + "\n"
  }

  package static func json(_ checks: [Check]) -> JSON {
    [
      "healthy": .boolean(checks.allSatisfy(\.isHealthy)),
      "checks": .array(
        checks.map { check in
          [
            "name": .string(check.name), "status": check.isHealthy ? "ok" : "wrong",
            "message": .string(check.message),
            "remedy": check.isHealthy ? .null : .string(check.remedy),
          ]
        }),
    ]
  }
}
