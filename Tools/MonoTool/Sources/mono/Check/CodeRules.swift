import Basics
import Glibc

extension Rule {
  /// Differs from that of a rule that finds something else in the same source.
  var identity: String {
    let globs = [declarations, uses, attributes, unless].map { $0.map(\.pattern) }
    return "\(name) \(kind) \(globs) \(values) \(comment ?? "")"
  }

  func means(_ fact: CodeFact) -> Bool {
    let patterns =
      switch fact.kind {
      case .declaration: declarations
      case .use: uses
      case .attribute: attributes
      }
    // A name may have that of its module before it.
    let isQualified = fact.kind != .declaration && fact.text.first?.isUppercase == true
    let dot = isQualified ? fact.text.firstIndex(of: ".") : nil
    let texts = [fact.text] + (dot.map { [String(fact.text[$0...].dropFirst())] } ?? [])
    return patterns.contains { texts.contains(where: $0.matches) }
      && !unless.contains { $0.matches(fact.text) }
      && !(fact.maker.map(values.contains) ?? false)
      && !(comment.map(fact.comment.contains) ?? false)
  }

  fileprivate func allows(_ text: String, in package: String) -> Bool {
    unless.contains {
      $0.pattern.contains("{package}")
        && Glob($0.pattern.replacing("{package}", with: package)).matches(text)
    }
  }
}

extension RulesFile {
  /// The rules about what stands in sources.
  var aboutCode: [Rule] { rules.filter { [.forbiddenCode, .mentioned].contains($0.kind) } }
}

/// Rules about what stands in the sources.
extension Checker {
  /// A match with the target and the file that hold it.
  private struct Place {
    let target: Int
    let file: String
    let line: Int
    let text: String
  }

  /// What a rule means in the sources of the targets that it is about.
  private func places(_ rule: Rule) -> [Place] {
    workspace.targets(rule.among, except: rule.except).sorted().flatMap { target in
      sources.files[target].flatMap { file in
        sources.facts(of: file).matches.filter { $0.rule == rule.name }
          .map { Place(target: target, file: file, line: $0.line, text: $0.text) }
      }.filter { !rule.allows($0.text, in: workspace.package(of: target).name) }
    }
  }

  func forbiddenCode(_ rule: Rule) -> [Finding] {
    places(rule).filter { Glob.any(rule.files, $0.file) }.map { place in
      rule.finding(
        place.file, place.line, from: label(place.target), to: place.text,
        "\(label(place.target)) must not say '\(place.text)'.",
        fix: "Replace '\(place.text)' in \(place.file): \(advice(rule, place))")
    }
  }

  /// Declarations whose name no text in the rule's files mentions.
  func mentioned(_ rule: Rule) -> [Finding] {
    let files = sources.all.filter { Glob.any(rule.files, $0) }
      .map { ($0, String(decoding: sources.source($0).bytes, as: UTF8.self)) }
    return places(rule).compactMap { place in
      let name = Self.name(in: place.text)
      let folder = workspace.package(of: place.target).folder
      let texts = rule.mention.map { $0.replacing("{name}", with: name) }
      // A search of the standard library takes a hundred times as long.
      let isMentioned = files.contains { file, code in
        Path.isInside(file, folder) && texts.contains { strstr(code, $0) != nil }
      }
      if isMentioned { return nil }
      return rule.finding(
        place.file, place.line, from: label(place.target), to: name, "Nothing mentions '\(name)'.",
        fix: advice(rule, place))
    }
  }

  /// The advice of the most exact pattern.
  private func advice(_ rule: Rule, _ place: Place) -> String {
    let all = rule.instead.filter { Glob($0.key).matches(place.text) }
    let best = all.max { $0.key.count < $1.key.count }
    return (best?.value ?? rule.reason)
      .replacing("{package}", with: workspace.package(of: place.target).name)
      .replacing("{name}", with: Self.name(in: place.text))
  }

  /// `make` in `func Container.make`, `friends` in `case Scene.friends`, `events` in
  /// `parameter Screen.events: LiveEvents`, and `look` in `global let look = Substitution`.
  private static func name(in declaration: String) -> String {
    let words = declaration.split(separator: " ")
    let isMember = ["func", "case", "parameter"].contains(words.first)
    let word = isMember ? words.dropFirst().first : words.dropFirst(2).first
    return String((word ?? "").filter { $0 != ":" }.split(separator: ".").last ?? "")
  }
}
