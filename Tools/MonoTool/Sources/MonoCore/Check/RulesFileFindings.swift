import Basics

/// A rule about something that does not exist holds for the wrong reason.
extension Checker {
  /// Everything in the rules file that names nothing; patterns count where the files are known.
  func idleEntries(files: [String]?) -> [Finding] {
    var found = idleNames(
      rules.emptyTests, at: "/emptyTests", "emptyTests", reason: "It excuses nothing.")
    for (number, rule) in rules.rules.enumerated() {
      let place = "/rules/\(number)"
      found += idleNames(rule.selectors, at: place, rule.name, reason: rule.reason)
      let targets = workspace.targets(rule.among, except: rule.except)
      if rule.kind == .forbiddenCode, !targets.isEmpty {
        found += idlePatterns(
          rule.files, at: place, rule.name, reason: rule.reason,
          in: targets.flatMap { sources.files[$0] })
      }
    }
    for (number, input) in rules.inputs.enumerated() {
      let place = "/inputs/\(number)"
      found += idleNames(input.affects, at: place, "inputs", reason: input.reason)
      found += idlePatterns(input.paths, at: place, "inputs", reason: input.reason, in: files)
    }
    return found
      + idlePatterns(
        rules.stableManifests, at: "/stableManifests", "stableManifests",
        reason: "The manifest that is meant is evaluated every time.",
        in: files.map { _ in workspace.packages.map(\.folder) })
  }

  private func idleNames(
    _ selectors: [Selector], at place: String, _ rule: String, reason: String
  ) -> [Finding] {
    selectors.filter { workspace.targets([$0]).isEmpty }
      .map { idle($0.text, "target or package", at: place, rule, reason: reason) }
  }

  private func idlePatterns(
    _ globs: [Glob], at place: String, _ rule: String, reason: String, in files: [String]?
  ) -> [Finding] {
    globs.filter { files?.contains(where: $0.matches) == false }
      .map { idle($0.pattern, "file here", at: place, rule, reason: reason) }
  }

  private func idle(
    _ what: String, _ noun: String, at place: String, _ rule: String, reason: String
  ) -> Finding {
    Finding(
      rule: rule, from: rules.path ?? "", to: what, file: rules.path ?? "",
      line: rules.line(of: what, at: place), message: "'\(what)' describes no \(noun).",
      reason: reason, remedy: "Correct it, or remove it.")
  }
}
