/// Rules about what stands in the sources.
extension CheckContext {
  /// A finding for each line that contains one of the patterns; lines that begin with `//` do not count.
  func forbiddenCode(
    _ rule: Rule, among: [Selector], except: [Selector], files: [Glob], patterns: [String]
  ) throws -> [Finding] {
    let candidates = workspace.targets(among, except: except).sorted().flatMap { target in
      sources.files[target].filter { file in
        files.isEmpty || files.contains { $0.matches(file) }
      }.map { (target: label(target), file: $0, source: sources.source($0)) }
    }
    let found = try workspace.facts.facts(
      "code \(patterns)", of: candidates.map(\.source)
    ) { text in
      var patterns = patterns.map(CodePattern.init)
      return Set(try patterns.indices.flatMap { try patterns[$0].lines(of: text) })
    }
    return zip(candidates, found).flatMap { candidate, lines in
      lines.map { line in
        let text = candidate.source.bytes
        let code = String(decoding: text[line].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
        return Finding(
          rule: rule.name, from: candidate.target, to: code, file: candidate.file,
          line: text[..<line.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1,
          message: "\(candidate.target) must not say '\(code)'.", reason: rule.reason,
          remedy: "Write it another way, as the reason says.")
      }
    }
  }
}
