/// Rules about what stands in the sources.
extension CheckContext {
  /// A finding for each line that contains one of the patterns; comments do not count.
  func forbiddenCode(
    _ rule: Rule, among: [Selector], except: [Selector], files: [Glob], patterns: [String]
  ) throws -> [Finding] {
    let root = workspace.root
    let candidates = workspace.targets(among, except: except).sorted().map { target in
      (
        target: label(target),
        files: sources.files[target].filter { file in
          files.isEmpty || files.contains { $0.matches(file) }
        }
      )
    }
    return try parallelMap(candidates) { target, files in
      var patterns = patterns.map(CodePattern.init)
      return try files.flatMap { file in
        let text = Files.read(Path.join(root, file)) ?? []
        let lines = try patterns.indices.flatMap { try patterns[$0].lines(of: text) }
        return Set(lines).map { line in
          let code = String(
            decoding: text[line].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
          return Finding(
            rule: rule.name, from: target, to: code, file: file,
            line: text[..<line.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1,
            message: "\(target) must not say '\(code)'.", reason: rule.reason,
            remedy: "Write it another way, as the reason says.")
        }
      }
    }.flatMap(\.self)
  }
}
