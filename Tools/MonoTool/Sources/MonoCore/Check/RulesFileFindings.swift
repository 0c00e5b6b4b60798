import Basics

/// A rule about something that does not exist holds for the wrong reason.
extension Checker {
  /// Everything in the rules file that names nothing; patterns count where the files are known.
  func idleEntries(files: [String]?) -> [Finding] {
    var found = idleNames(rules.emptyTests, rule: "tests", reason: "It excuses nothing.")
    for (number, rule) in rules.rules.enumerated() {
      found += idleNames(rule.selectors, rule: rule.name, reason: rule.reason)
      let targets = workspace.targets(rule.among, except: rule.except)
      if rule.kind != .forbiddenCode || targets.isEmpty { continue }
      found += idlePatterns(
        rule.files, at: "/rules/\(number)/files", rule: rule.name, reason: rule.reason,
        noun: "source of these targets", of: targets.flatMap { sources.files[$0] })
    }
    for (number, input) in rules.inputs.enumerated() {
      found += idleNames(input.affects, rule: "inputs", reason: input.reason)
      guard let files else { continue }
      found += idlePatterns(
        input.paths, at: "/inputs/\(number)/paths", rule: "inputs", reason: input.reason,
        noun: "file", of: files)
    }
    guard let files else { return found }
    let folders = files.filter { Path.name(of: $0) == "Package.swift" }.map(Path.folder(of:))
    func idleFolders(_ key: String, _ globs: [Glob], _ reason: String) -> [Finding] {
      idlePatterns(
        globs, at: "/\(key)", rule: key, reason: reason, noun: "folder of a package", of: folders)
    }
    return found
      + idleFolders(
        "exclude", rules.excluded,
        "A pattern without a match leaves in what it is meant to leave out.")
      + idleFolders(
        "stableManifests", rules.stableManifests,
        "The manifest that is meant is evaluated every time.")
  }

  private func idleNames(_ selectors: [Selector], rule: String, reason: String) -> [Finding] {
    selectors.filter { workspace.targets([$0]).isEmpty }.map {
      idle($0.text, "target or package", at: $0.place, rule: rule, reason: reason)
    }
  }

  private func idlePatterns(
    _ globs: [Glob], at list: String, rule: String, reason: String, noun: String, of files: [String]
  ) -> [Finding] {
    globs.enumerated().filter { !files.contains(where: $0.element.matches) }.map { index, glob in
      idle(glob.pattern, noun, at: "\(list)/\(index)", rule: rule, reason: reason)
    }
  }

  private func idle(
    _ what: String, _ noun: String, at place: String, rule: String, reason: String
  ) -> Finding {
    Finding(
      rule: rule, from: rules.path ?? "", to: what, file: rules.path ?? "",
      line: rules.lines.line(of: place), message: "'\(what)' describes no \(noun).",
      reason: reason, remedy: "Correct it, or remove it.")
  }
}
