import SwiftParser
import SwiftSyntax

/// Rules for code that must not stand in sources.
package struct ForbiddenCode: Sendable {
  /// Files of the targets; all of them when it is empty.
  var files: [Glob] = []
  var patterns: [CodeFact.Kind: [Glob]] = [:]
  /// Texts that are allowed although a pattern means them.
  var unless: [Glob] = []
  /// The types and functions that may make constants.
  var values: [String] = []

  /// Differs from that of a rule that finds something else in the same source.
  fileprivate var identity: String {
    let forbidden = CodeFact.Kind.allCases.map { patterns[$0]?.map(\.pattern) ?? [] }
    return "\(forbidden) \(values) \(unless.map(\.pattern))"
  }

  fileprivate func forbids(_ fact: CodeFact) -> Bool {
    var texts = [fact.text]
    if fact.kind != .declaration, fact.text.first?.isUppercase == true,
      let dot = fact.text.firstIndex(of: ".")
    {
      // A name may have that of its module before it.
      texts.append(String(fact.text[dot...].dropFirst()))
    }
    return (patterns[fact.kind] ?? []).contains { texts.contains(where: $0.matches) }
      && !unless.contains { $0.matches(fact.text) }
      && !(fact.maker.map(values.contains) ?? false)
  }
}

/// A place in a source that a rule forbids.
private struct CodeMatch: Codable {
  /// The position of the rule among those about code.
  let rule: Int
  let line: Int
  let text: String
}

/// Rules about what stands in the sources.
extension Checker {
  /// A finding for everything that a rule about code forbids; each source is parsed once for all.
  func forbiddenCode() throws -> [Finding] {
    let all = rules.rules.filter { $0.kind == .forbiddenCode }
    let targets = all.map { workspace.targets($0.among, except: $0.except) }
    let candidates = Set(targets.joined()).sorted().flatMap { target in
      sources.files[target].map { (target: target, file: $0, source: sources.source($0)) }
    }
    let codes = all.map(\.code)
    let found = try workspace.facts.facts(
      "code \(codes.map(\.identity))", of: candidates.map(\.source)
    ) { Self.matches(codes, in: $0) }
    return zip(candidates, found).flatMap { candidate, matches in
      matches.filter { match in
        let files = all[match.rule].code.files
        return targets[match.rule].contains(candidate.target)
          && (files.isEmpty || files.contains { $0.matches(candidate.file) })
      }.map { match in
        let rule = all[match.rule]
        return Finding(
          rule: rule.name, from: label(candidate.target), to: match.text, file: candidate.file,
          line: match.line, message: "\(label(candidate.target)) must not say '\(match.text)'.",
          reason: rule.reason, remedy: "Write it another way, as the reason says.")
      }
    }
  }

  private static func matches(_ codes: [ForbiddenCode], in source: [UInt8]) -> [CodeMatch] {
    if ImportScanner.isDeeplyNested(source) {
      // The parser gives up there, so nothing can be said about the rest.
      return codes.indices.map { CodeMatch(rule: $0, line: 1, text: "200 levels of brackets") }
    }
    let tree = source.withUnsafeBufferPointer { Parser.parse(source: $0) }
    let found = CodeScanner.scan(tree).flatMap { fact in
      codes.indices.filter { codes[$0].forbids(fact) }.map { ($0, fact) }
    }
    if found.isEmpty { return [] }
    let converter = SourceLocationConverter(fileName: "", tree: tree)
    return found.map { rule, fact in
      CodeMatch(rule: rule, line: converter.location(for: fact.position).line, text: fact.text)
    }
  }
}
