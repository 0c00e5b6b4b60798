/// Rules about what stands in the sources.
extension CheckContext {
  /// A finding for each line that contains one of the patterns; comments do not count.
  func forbiddenCode(
    _ rule: Rule, among: [Selector], except: [Selector], files: [Glob], patterns: [String]
  ) throws -> [Finding] {
    let root = workspace.root
    let candidates = workspace.targets(among, except: except).sorted().flatMap { target in
      sources.files[target].filter { file in files.isEmpty || files.contains { $0.matches(file) } }
        .map { (target: label(target), file: $0) }
    }
    return try parallelMap(candidates) { target, file in
      // A regular expression cannot be shared between threads.
      let expressions = try patterns.map { try Regex($0) }
      return Self.lines(of: Files.text(Path.join(root, file)) ?? "").filter { _, line in
        expressions.contains { line.firstMatch(of: $0) != nil }
      }.map { number, line in
        let code = String(line.trimmingPrefix { $0 == " " })
        return Finding(
          rule: rule.name, from: target, to: code, file: file, line: number,
          message: "\(target) must not say '\(code)'.", reason: rule.reason,
          remedy: "Write it another way, as the reason says.")
      }
    }.flatMap(\.self)
  }

  /// The lines of a text that are no comments, with their numbers.
  private static func lines(of text: String) -> [(Int, Substring)] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { ($0.offset + 1, $0.element) }
      .filter { !$0.1.trimmingPrefix { $0 == " " }.hasPrefix("//") }
  }
}
