/// What the code of a feature may not name, because its scope injects it or must not share it.
struct SourceRules {
  let sources: PackageSources
  /// The classes and actors of the package.
  private let references: Set<Substring>

  init(of sources: PackageSources) {
    self.sources = sources
    references = Set(
      sources.files.flatMap { file in
        file.code.matches(
          of: #/\b(?:class|actor)\s+([A-Z]\w*)/#.wordBoundaryKind(.simple)
        ).map(\.1)
      }
    ).union(["Atomic", "Mutex", "LifetimeMonitor", "Navigator", "ObjectWatch"])
  }

  private typealias Rule = (pattern: Regex<Substring>, reason: String)

  private static var rules: [Rule] {
    [
      (
        #/\bTask\s*(?:<.*>)?\s*\.\s*sleep|\b(?:ContinuousClock|SuspendingClock|DispatchTime|Timer)\b/#,
        "waits on the machine's clock: use the clock of 'services'"
      ),
      (
        #/\bDate\s*\(\s*\)|\bDate\s*\.\s*now\b|\b(?:clock_gettime|gettimeofday|usleep|nanosleep)\b/#,
        "reads the machine's time: use the clock of 'services'"
      ),
      (
        #/\bSystemRandomNumberGenerator\b|\bUUID\s*\(\s*\)|\.random\s*\(|\.randomElement\(\)|\.shuffled\(\)/#,
        "makes its own randomness: use 'services.randomBytes'"
      ),
      (
        #/\bProcessInfo\b|\bgetenv\b|\bProcess\s*\(|\bCommandLine\s*\.\s*arguments|\bUserDefaults\b/#,
        "reads the process: let the app hand it in"
      ),
      (
        #/@TaskLocal\b|\bnonisolated\s*\(\s*unsafe\s*\)|\.\s*shared\b|\.\s*default\s*\.\s*(?:add|post)/#,
        "shares state beside the scopes: give it to a container"
      ),
    ]
  }

  var violations: [String] {
    let rules = Self.rules.map { ($0.pattern.wordBoundaryKind(.simple), $0.reason) }
    return sources.files.flatMap { file in
      file.parts.flatMap { part in
        let reasons = rules.filter { part.text.contains($0.0) }.map(\.1)
        let state = sharedState(in: part.text, isGlobal: part.depth == 0)
        return (reasons.prefix(1) + [state].compactMap { $0 }.prefix(reasons.isEmpty ? 1 : 0))
          .map { "\(file.path):\(part.line) \($0)." }
      }
    }
  }

  /// The reason why a declaration shares state; `nil` for one that is no such declaration.
  private func sharedState(in line: Substring, isGlobal: Bool) -> String? {
    guard
      let match = line.firstMatch(
        of: #/^(.*?)\b(var|let)\s+(\w+)\s*(?::\s*([^={]*))?(=|\{|$)(.*)$/#
          .wordBoundaryKind(.simple)),
      isGlobal || match.1.contains("static ") || match.1.contains("class ")
    else { return nil }
    let isStored = match.5 != "{"
    if match.2 == "var", isStored { return "'\(match.3)' is a global that changes" }
    let words = "\(match.4 ?? "") \(match.5 == "=" ? match.6 : "")".matches(
      of: #/\b[A-Z]\w*/#.wordBoundaryKind(.simple))
    guard isStored, let type = words.first.map(\.output), references.contains(type) else {
      return nil
    }
    return "'\(match.3)' is a global \(type), which all scopes share"
  }
}
