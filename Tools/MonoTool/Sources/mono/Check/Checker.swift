/// Checks a repository against its rules.
struct Checker {
  let workspace: Workspace
  let rules: RulesFile
  let sources: SourceIndex
  let modules: ModuleNames
  let evidence: DependencyGraph

  init(workspace: Workspace, rules: RulesFile) throws {
    self.workspace = workspace
    self.rules = rules
    sources = try SourceIndex(workspace: workspace, rules: rules)
    modules = ModuleNames(workspace: workspace)
    evidence = DependencyGraph(workspace, sources, modules)
  }

  /// Every place where a rule does not hold, sorted by place.
  func findings() throws -> [Finding] {
    let undeclared = Set(rules.rules.filter { $0.kind == .undeclaredImports }.map(\.name))
    let broken = try rules.rules.flatMap(findings)
    // What must not be imported must not be declared either.
    let forbidden = Set(broken.filter { !undeclared.contains($0.rule) }.compactMap(\.edge))
    let found = broken.filter { finding in
      !undeclared.contains(finding.rule) || !(finding.edge.map(forbidden.contains) ?? false)
    }
    return Set(found + unreadable + unknownNames).sorted()
  }

  private func findings(_ rule: Rule) throws -> [Finding] {
    switch rule.kind {
    case .forbidden: forbidden(rule)
    case .allowed: allowed(rule)
    case .independent: independent(rule)
    case .layers: layers(rule)
    case .exhaustive: exhaustive(rule)
    case .acyclic: acyclic(rule)
    case .undeclaredImports: undeclaredImports(rule)
    case .unusedDependencies: unusedDependencies(rule)
    case .forbiddenCode: forbiddenCode(rule)
    case .mentioned: mentioned(rule)
    case .language: language(rule)
    case .pictures: try pictures(rule)
    }
  }

  func label(_ target: Int) -> String { workspace[target].label }
  func manifestPath(of target: Int) -> String { workspace.package(of: target).manifestPath }
}

/// What is found without a rule.
extension Checker {
  /// Manifests that cannot be evaluated.
  private var unreadable: [Finding] {
    workspace.unreadable.map { folder, error in
      Finding(
        rule: "manifest", from: folder, to: "", file: Path.join(folder, "Package.swift"), line: 1,
        message: error.message, reason: "Nothing can be said about a package without its manifest.",
        remedy: error.hint)
    }
  }

  /// Names in the rules file that mean nothing, so that a rule holds for the wrong reason.
  private var unknownNames: [Finding] {
    rules.unknownNames(in: workspace).map { name, line, owner, reason in
      Finding(
        rule: owner, from: rules.path ?? "", to: name, file: rules.path ?? "", line: line,
        message: "'\(name)' describes no target or package.", reason: reason,
        remedy: "Correct it, or remove it.")
    }
  }
}
