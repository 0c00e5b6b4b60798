import Basics
import SwiftParser
import SwiftSyntax

extension Rule {
  /// Differs from that of a rule that finds something else in the same source.
  fileprivate var identity: String {
    let globs = [declarations, uses, attributes, casts, unless].map { $0.map(\.pattern) }
    return "\(kind) \(globs) \(values) \(comment ?? "")"
  }

  fileprivate func means(_ fact: CodeFact) -> Bool {
    let patterns: [Glob]
    switch fact.kind {
    case .declaration: patterns = declarations
    case .use: patterns = uses
    case .attribute: patterns = attributes
    case .cast: patterns = casts
    case .keeps, .asks: return kind == .askedOnce
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

/// A place in a source that a rule means.
struct CodeMatch: Codable {
  /// The position of the rule among those about code.
  let rule: Int
  let line: Int
  let kind: CodeFact.Kind
  let text: String
}

/// Rules about what stands in the sources.
extension Checker {
  /// A match with the target and the file that hold it.
  struct Match {
    let target: Int
    let file: String
    let match: CodeMatch
    var text: String { match.text }
  }

  /// A finding for everything that rules about code mean; each source is parsed once for all.
  func codeFindings() throws -> [Finding] {
    let kinds: [Rule.Kind] = [.forbiddenCode, .mentioned, .askedOnce]
    let all = rules.rules.filter { kinds.contains($0.kind) }
    let targets = all.map { workspace.targets($0.among, except: $0.except) }
    let candidates = Set(targets.joined()).sorted().flatMap { target in
      sources.files[target].map { (target: target, file: $0, source: sources.source($0)) }
    }
    let found = try workspace.facts.facts(
      "code \(all.map(\.identity))", of: candidates.map(\.source)
    ) { Self.matches(all, in: $0) }
    let matches = zip(candidates, found).flatMap { candidate, matches in
      matches.map { Match(target: candidate.target, file: candidate.file, match: $0) }
    }
    return all.indices.flatMap { index -> [Finding] in
      let rule = all[index]
      let own = matches.filter { place in
        place.match.rule == index && targets[index].contains(place.target)
          && !rule.allows(place.text, in: workspace.package(of: place.target).name)
      }
      switch rule.kind {
      case .mentioned: return unmentioned(rule, own)
      case .askedOnce: return repeatedQuestions(rule, own)
      default: return own.filter { Glob.any(rule.files, $0.file) }.map { forbidden(rule, $0) }
      }
    }
  }

  private static func matches(_ rules: [Rule], in source: [UInt8]) -> [CodeMatch] {
    if ImportScanner.isDeeplyNested(source) {
      // The parser gives up there, so nothing can be said about the rest.
      return rules.indices.filter { rules[$0].kind == .forbiddenCode }.map {
        CodeMatch(rule: $0, line: 1, kind: .use, text: "200 levels of brackets")
      }
    }
    let tree = source.withUnsafeBufferPointer { Parser.parse(source: $0) }
    let found = CodeScanner.scan(tree).flatMap { fact in
      rules.indices.filter { rules[$0].means(fact) }.map { ($0, fact) }
    }
    if found.isEmpty { return [] }
    let converter = SourceLocationConverter(fileName: "", tree: tree)
    return found.map { rule, fact in
      CodeMatch(
        rule: rule, line: converter.location(for: fact.position).line, kind: fact.kind,
        text: fact.text)
    }
  }

  private func forbidden(_ rule: Rule, _ place: Match) -> Finding {
    finding(
      rule, place, to: place.text, "\(label(place.target)) must not say '\(place.text)'.",
      fix: "Replace '\(place.text)' in \(place.file): \(advice(rule, place))")
  }

  /// The advice of the most exact pattern.
  private func advice(_ rule: Rule, _ place: Match) -> String {
    let all = rule.instead.filter { Glob($0.key).matches(place.text) }
    let best = all.max { $0.key.count < $1.key.count }
    return (best?.value ?? rule.reason)
      .replacing("{package}", with: workspace.package(of: place.target).name)
      .replacing("{name}", with: Self.name(in: place.text))
  }

  private func finding(
    _ rule: Rule, _ place: Match, to: String, _ message: String, fix: String
  ) -> Finding {
    rule.finding(
      place.file, place.match.line, from: label(place.target), to: to, message, fix: fix)
  }

  /// `make` in `func Container.make`, and `look` in `global let look = Substitution`.
  private static func name(in declaration: String) -> String {
    let words = declaration.split(separator: " ")
    let word = words.first == "func" ? words.last : words.dropFirst(2).first
    return String((word ?? "").filter { $0 != ":" }.split(separator: ".").last ?? "")
  }

  /// Declarations whose name no text in the rule's files mentions, or that another one shares.
  private func unmentioned(_ rule: Rule, _ places: [Match]) -> [Finding] {
    let files = sources.all.filter { Glob.any(rule.files, $0) }
    return places.enumerated().compactMap { index, place in
      let name = Self.name(in: place.text)
      let folder = workspace.package(of: place.target).folder
      let isShared = places[..<index].contains {
        $0.text == place.text && $0.target == place.target
      }
      let texts = rule.mention.map { $0.replacing("{name}", with: name) }
      let isMentioned = files.contains { file in
        Path.isInside(file, folder) && texts.contains(where: sources.source(file).bytes.holds)
      }
      if isMentioned, !isShared { return nil }
      let advice = advice(rule, place)
      return isShared
        ? finding(
          rule, place, to: name, "\(place.text) stands here a second time.",
          fix: "Give one of them another name. \(advice)")
        : finding(rule, place, to: name, "Nothing mentions '\(name)'.", fix: advice)
    }
  }

  /// Places at which a container asks its parent for what it keeps.
  private func repeatedQuestions(_ rule: Rule, _ places: [Match]) -> [Finding] {
    let parts = places.map { ($0, $0.text.split(separator: " ").map(String.init)) }
    var seen: Set<String> = []
    return parts.filter { $0.0.match.kind == .keeps }.flatMap { keeping, kept in
      parts.filter { asking, asked in
        asking.match.kind == .asks && asking.target == keeping.target && asked[0] == kept[0]
          && (asked[1] + ".").hasPrefix(kept[2] + ".")
          && (asking.file, asking.match.line) != (keeping.file, keeping.match.line)
          && seen.insert("\(asking.file):\(asking.match.line)").inserted
      }.map { asking, asked in
        finding(
          rule, asking, to: asked[1], "\(asked[0]) asks for '\(asked[1])' again.",
          fix: "Write '\(kept[1])' in \(asking.file), which keeps it.")
      }
    }
  }
}
