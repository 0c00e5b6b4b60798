/// The rule that no package is forgotten.
extension CheckContext {
  /// A finding for each package, or each target of a package that is named in part, to which no
  /// rule gives a place.
  func exhaustive(_ rule: Rule, among: [Selector], except: [Selector]) -> [Finding] {
    let placed = workspace.targets(rules.rules.flatMap(\.placed).filter { !$0.isWildcard })
    let all = among.isEmpty ? Set(workspace.targets.indices) : workspace.targets(among)
    let wanted = all.subtracting(workspace.targets(except)).filter {
      workspace.targets[$0].kind != .test
    }
    let missing = Dictionary(grouping: wanted.subtracting(placed).sorted()) {
      workspace.targets[$0].package
    }
    return missing.sorted { $0.key < $1.key }.flatMap { index, targets -> [Finding] in
      let package = workspace.packages[index]
      let isWhole = package.targets.allSatisfy { !wanted.contains($0) || !placed.contains($0) }
      if isWhole, package.targets.count > 1 || workspace.packages.count > 1 {
        return [unplaced(rule, package.name, package.manifestPath, line: 1, "\(package.name)/*")]
      }
      return targets.map { target in
        unplaced(
          rule, label(target), package.manifestPath, line: manifests.line(ofTarget: target),
          workspace.qualifiedName(target))
      }
    }
  }

  private func unplaced(
    _ rule: Rule, _ name: String, _ file: String, line: Int, _ selector: String
  ) -> Finding {
    Finding(
      rule: rule.name, from: name, to: "", file: file, line: line,
      message: "No rule says where \(name) belongs.", reason: rule.reason,
      remedy: "Add \"\(selector)\" to a rule of kind layers, allowed or independent in"
        + " \(rules.path ?? "the rules file"), or to 'except' of \(rule.name).")
  }
}
