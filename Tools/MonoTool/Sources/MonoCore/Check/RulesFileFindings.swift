import Basics

/// A rule about something that does not exist holds for the wrong reason.
extension CheckContext {
  /// Everything in the rules file that names nothing.
  ///
  /// - Parameter files: The files of the repository, when they are known.
  func idleEntries(files: [String]?) -> [Finding] {
    guard let path = rules.path else { return [] }
    let ofRules = rules.rules.flatMap { rule in
      idle(rule.selectors, rule: rule.name, reason: rule.reason, in: path)
    }
    let ofInputs = rules.inputs.flatMap { input in
      idle(input.affects, rule: "inputs", reason: input.reason, in: path)
    }
    let ofTests = idle(
      rules.untraced + rules.emptyTests, rule: "tests", reason: "It excuses nothing.", in: path)
    return ofRules + ofTests + idleFiles(path) + ofInputs
      + (files.map { idlePatterns($0, in: path) } ?? [])
  }

  private func idle(
    _ selectors: [Selector], rule: String, reason: String, in path: String
  ) -> [Finding] {
    selectors.filter { workspace.targets([$0]).isEmpty }.map { selector in
      Finding(
        rule: rule, from: path, to: selector.text, file: path,
        line: rules.lines.line(of: selector.place),
        message: "'\(selector.text)' describes no target or package.", reason: reason,
        remedy: "Correct the name, or remove it from the rule.")
    }
  }

  /// Patterns of rules about code that describe no source of their targets.
  private func idleFiles(_ path: String) -> [Finding] {
    rules.rules.enumerated().flatMap { number, rule -> [Finding] in
      guard case .forbiddenCode(let code) = rule.kind else { return [] }
      let targets = workspace.targets(code.among, except: code.except)
      let files = targets.flatMap { sources.files[$0] }
      if targets.isEmpty { return [] }
      return code.files.enumerated().filter { !files.contains(where: $0.element.matches) }
        .map { index, glob in
          missing(
            glob.pattern, "/rules/\(number)/files/\(index)", in: path, rule: rule.name,
            message: "'\(glob.pattern)' describes no source of these targets.",
            reason: rule.reason)
        }
    }
  }

  private func idlePatterns(_ files: [String], in path: String) -> [Finding] {
    let inputs = rules.inputs.enumerated().flatMap { number, input in
      input.paths.enumerated().filter { _, glob in !files.contains(where: glob.matches) }
        .map { index, glob in
          missing(
            glob.pattern, "/inputs/\(number)/paths/\(index)", in: path, rule: "inputs",
            message: "'\(glob.pattern)' describes no file.", reason: input.reason)
        }
    }
    let folders = files.filter { Path.name(of: $0) == "Package.swift" }.map(Path.folder(of:))
    func idle(_ key: String, _ globs: [Glob], _ reason: String) -> [Finding] {
      globs.enumerated().filter { !folders.contains(where: $0.element.matches) }.map {
        index, glob in
        missing(
          glob.pattern, "/\(key)/\(index)", in: path, rule: key,
          message: "'\(glob.pattern)' describes no folder of a package.", reason: reason)
      }
    }
    return inputs
      + idle(
        "exclude", rules.excluded,
        "A pattern without a match leaves in what it is meant to leave out.")
      + idle(
        "stableManifests", rules.stableManifests,
        "The manifest that is meant is evaluated every time.")
  }

  private func missing(
    _ what: String, _ pointer: String, in path: String, rule: String, message: String,
    reason: String
  ) -> Finding {
    Finding(
      rule: rule, from: path, to: what, file: path, line: rules.lines.line(of: pointer),
      message: message, reason: reason, remedy: "Correct it, or remove it.")
  }
}

extension Rule {
  /// Every name and pattern in the rule.
  var selectors: [Selector] {
    switch kind {
    case .forbidden(let from, let to, let except): from + to + except
    case .allowed(let from, let to, let except): from + to + except
    case .independent(let members): members
    case .layers(let layers): layers.flatMap(\.self)
    case .exhaustive(let among, let except): among + except
    case .acyclic, .undeclaredImports, .pictures: []
    case .unusedDependencies(let except): except
    case .forbiddenCode(let code): code.among + code.except
    }
  }

  /// What the rule gives a place among the others.
  var placed: [Selector] {
    switch kind {
    case .allowed(let from, _, _): from
    case .independent(let members): members
    case .layers(let layers): layers.flatMap(\.self)
    case .forbidden, .exhaustive, .acyclic, .undeclaredImports, .unusedDependencies, .forbiddenCode,
      .pictures:
      []
    }
  }
}
