/// Checks a repository against its rules.
package struct Checker {
  private let context: CheckContext

  package init(workspace: Workspace, rules: RulesFile) throws {
    context = try CheckContext(workspace: workspace, rules: rules)
  }

  /// Every place where a rule does not hold, sorted by place.
  package func findings() throws -> [Finding] {
    let found = try context.rules.rules.flatMap(findings) + unreadableManifests + idleSelectors
    return Array(Set(found)).sorted()
  }

  private func findings(_ rule: Rule) throws -> [Finding] {
    switch rule.kind {
    case .forbidden(let from, let to, let except):
      context.forbidden(rule, from: from, to: to, except: except)
    case .allowed(let from, let to, let except):
      context.allowed(rule, from: from, to: to, except: except)
    case .independent(let members): context.independent(rule, members)
    case .layers(let layers): context.layers(rule, layers)
    case .acyclic: context.acyclic(rule)
    case .undeclaredImports: context.undeclaredImports(rule)
    case .unusedDependencies(let except): context.unusedDependencies(rule, except: except)
    case .featureShape(let packages): try context.featureShape(rule, packages)
    case .equalSettings(let among, let except):
      context.equalSettings(rule, among: among, except: except)
    case .pictures(let documents): try context.pictures(rule, documents)
    }
  }

  private var unreadableManifests: [Finding] {
    context.workspace.unreadable.map { folder, error in
      Finding(
        rule: "manifest", from: folder, to: "", file: Path.join(folder, "Package.swift"), line: 1,
        message: error.message, reason: "Nothing can be said about a package without its manifest.",
        remedy: error.hint)
    }
  }

  /// A rule about something that does not exist holds for the wrong reason.
  private var idleSelectors: [Finding] {
    guard let path = context.rules.path else { return [] }
    let lines = (Files.text(Path.join(context.workspace.root, path)) ?? "")
      .split(separator: "\n", omittingEmptySubsequences: false)
    return context.rules.rules.flatMap { rule in
      rule.selectors.filter { context.workspace.targets([$0]).isEmpty }.map { selector in
        let line = lines.firstIndex { $0.contains("\"\(selector.text)\"") } ?? 0
        return Finding(
          rule: rule.name, from: path, to: selector.text, file: path, line: line + 1,
          message: "'\(selector.text)' describes no target or package.", reason: rule.reason,
          remedy: "Correct the name, or remove it from the rule.")
      }
    }
  }
}

extension Rule {
  fileprivate var selectors: [Selector] {
    switch kind {
    case .forbidden(let from, let to, let except): from + to + except
    case .allowed(let from, let to, let except): from + to + except
    case .independent(let members): members
    case .layers(let layers): layers.flatMap(\.self)
    case .acyclic, .undeclaredImports, .pictures: []
    case .unusedDependencies(let except): except
    case .featureShape(let packages): packages
    case .equalSettings(let among, let except): among + except
    }
  }
}
