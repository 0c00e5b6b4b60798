extension CheckContext {
  /// What targets read outside of the repository: packages, folders, and what links lead to.
  ///
  /// - Parameter links: Symbolic links and what they point to.
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
