/// Mistakes of the manifests themselves, which are found without a rule. What SwiftPM says of a manifest
/// that it can read is left to it.
extension Checker {
  var manifestFindings: [Finding] {
    workspace.unreadable.map { folder, error in
      Finding(
        rule: "manifest", from: folder, to: "", file: Path.join(folder, "Package.swift"), line: 1,
        message: error.message, reason: "Nothing can be said about a package without its manifest.",
        remedy: error.hint)
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
    let outside = workspace.outsidePaths
    return workspace.packages.indices.flatMap { index in
      let package = workspace.packages[index]
      let linked = links.filter { link, target in
        !Path.isInside(target, "")
          && workspace.owners(of: link).contains { package.targets.contains($0) }
      }
      let paths = package.targets.compactMap { outside[$0] }
        .filter { !Path.isInside($0, "") }
      return Set(paths + linked.keys).sorted().map { path in
        Finding(
          rule: "outside", from: package.name, to: path, file: package.manifestPath, line: 1,
          message: "\(path) leads out of the repository.",
          reason:
            "Nothing tells when it changes, so a change there selects no test of \(package.name).",
          remedy: "Move it into the repository, or depend on a version of it.")
      }
    }
  }
}
