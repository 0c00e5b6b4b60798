/// Mistakes of the manifests themselves, which are found without a rule.
extension Checker {
  var manifestFindings: [Finding] {
    unreadableManifests + danglingPaths + missingFolders + unresolvedNames
  }

  private var unreadableManifests: [Finding] {
    workspace.unreadable.map { folder, error in
      Finding(
        rule: "manifest", from: folder, to: "", file: Path.join(folder, "Package.swift"), line: 1,
        message: error.message, reason: "Nothing can be said about a package without its manifest.",
        remedy: error.hint)
    }
  }

  private var danglingPaths: [Finding] {
    workspace.danglingPaths.map { package, path in
      let manifest = workspace.packages[package].manifestPath
      return Finding(
        rule: "manifest", from: workspace.packages[package].name, to: path, file: manifest,
        line: manifests.line(ofText: path, inPackage: package),
        message: "There is no package at \(path).",
        reason: "SwiftPM cannot resolve a package that depends on it.",
        remedy:
          "Correct the path, remove the .package(path:), or run 'git submodule update --init'.")
    }
  }

  /// Targets whose files are nowhere; those of a binary can come from the network.
  private var missingFolders: [Finding] {
    workspace.targets.indices.compactMap { index in
      let target = workspace.targets[index]
      if target.kind == .binary || Files.isFolder(Path.join(workspace.root, target.folder)) {
        return nil
      }
      return Finding(
        rule: "manifest", from: label(index), to: target.folder, file: manifestPath(of: index),
        line: manifests.line(in: index),
        message: "There is no folder \(target.folder) for the files of \(label(index)).",
        reason: "SwiftPM cannot build a target without sources.",
        remedy: "Make the folder, correct the target's path, or remove the target.")
    }
  }

  /// Names that neither a target of the package nor a product of its dependencies explains.
  private var unresolvedNames: [Finding] {
    workspace.targets.indices.flatMap { index in
      workspace.targets[index].unresolved.map { name in
        Finding(
          rule: "manifest", from: label(index), to: name, file: manifestPath(of: index),
          line: manifests.line(of: name, in: index),
          message:
            "\(label(index)) depends on \(name), which no target or declared package offers.",
          reason: "SwiftPM cannot build it.",
          remedy: "Correct the name, or add the package that offers it.")
      }
    }
  }

  /// An import that a rule forbids, or that would close a circle, must not be declared: then the
  /// finding about the missing declaration says so instead of how to declare it.
  func withoutContradictions(_ findings: [Finding]) -> [Finding] {
    let undeclared = Set(rules.rules.filter { $0.kind == .undeclaredImports }.map(\.name))
    let edges = findings.filter { !undeclared.contains($0.rule) && $0.path.count == 1 }
      .compactMap { finding in finding.edge.map { ($0, finding.rule) } }
    let forbidden = Dictionary(edges) { first, _ in first }
    return findings.map { finding in
      guard undeclared.contains(finding.rule), let edge = finding.edge else { return finding }
      var finding = finding
      if let rule = forbidden[edge] {
        finding.remedy = "Remove the import: the rule \(rule) forbids the dependency."
      } else if workspace.graph.reachable(from: [edge.to]).contains(edge.from) {
        finding.remedy =
          "Remove the import: \(label(edge.to)) needs \(label(edge.from)), so declaring it would close"
          + " a circle."
      }
      return finding
    }
  }

  /// Reading outside of the repository: packages, folders, and the ends of links.
  func outsideFindings(links: [String: String]) -> [Finding] {
    workspace.packages.indices.flatMap { index in
      let package = workspace.packages[index]
      let linked = links.filter { link, target in
        !Path.isInside(target, "")
          && workspace.owners(of: link).contains { package.targets.contains($0) }
      }
      let paths = package.targets.compactMap { workspace.outsidePaths[$0] }
        .filter { !Path.isInside($0, "") }
      return Set(paths + linked.keys).sorted().map { path in
        Finding(
          rule: "outside", from: package.name, to: path, file: package.manifestPath, line: 1,
          message: "\(path) leads out of the repository.",
          reason:
            "Nothing tells when it changes, so results of \(package.name) are never remembered.",
          remedy: "Move it into the repository, or depend on a version of it.")
      }
    }
  }
}

extension Workspace {
  /// The `.package(path:)` of each package that lead to no package.
  var danglingPaths: [(package: Int, path: String)] {
    let folders = Set(packages.map(\.folder) + unreadable.keys)
    return packages.indices.flatMap { index in
      packages[index].manifest.dependencies.compactMap(\.path).filter { path in
        let folder = Path.join(packages[index].folder, path)
        return !folders.contains(folder)
          && !Files.exists(Path.join(root, Path.join(folder, "Package.swift")))
      }.map { (index, $0) }
    }
  }
}
