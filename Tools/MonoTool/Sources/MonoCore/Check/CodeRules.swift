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
      // A regular expression takes long to make, and cannot be shared between threads.
      let expressions = try patterns.map { (isAtStart: $0.hasPrefix("^"), regex: try Regex($0)) }
      return files.flatMap { file in
        Self.lines(of: Files.text(Path.join(root, file)) ?? "").filter { _, line in
          // The search would try an anchored pattern at each character.
          expressions.contains { isAtStart, regex in
            (isAtStart ? line.prefixMatch(of: regex) : line.firstMatch(of: regex)) != nil
          }
        }.map { number, line in
          let code = String(line.trimmingPrefix { $0 == " " })
          return Finding(
            rule: rule.name, from: target, to: code, file: file, line: number,
            message: "\(target) must not say '\(code)'.", reason: rule.reason,
            remedy: "Write it another way, as the reason says.")
        }
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
