/// Names that the code of a feature may not use, because its scope injects it or must not share it.
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
    let waits = "waits on the machine's clock: use the clock of 'services'"
    let reads = "reads the machine's time: use the clock of 'services'"
    let random = "makes its own randomness: use 'services.randomBytes'"
    let takes = "takes from the process: let the scope's dependencies hand it in"
    let shares = "shares state beside the scopes: give it to a container"
    return [
      (#/\bTask\s*(?:<.*>)?\s*\.\s*sleep|\b(?:usleep|nanosleep|Timer)\b/#, waits),
      (#/\b(?:ContinuousClock|SuspendingClock|DispatchTime|SystemWallClock)\b/#, waits),
      (#/(?:^|[^\w)\]\s])\s*\.(?:continuous|suspending)\b/#, waits),
      (#/\bDate\s*\(\s*\)|\bDate\s*\.\s*now\b|\b(?:clock_gettime|gettimeofday)\b/#, reads),
      (#/\bSystemRandom(?:Bytes|NumberGenerator)\b|\bUUID\s*\(\s*\)/#, random),
      (#/\.random\s*\(|\.randomElement\(\)|\.shuffled\(\)/#, random),
      (#/\b(?:ProcessInfo|getenv|UserDefaults)\b|\b(?:Process|SystemServices)\s*\(/#, takes),
      (#/\bCommandLine\s*\.\s*arguments/#, takes),
      (#/@TaskLocal\b|\bnonisolated\s*\(\s*unsafe\s*\)|\.\s*shared\b/#, shares),
    ]
  }

  var violations: [String] {
    let rules = Self.rules.map { ($0.pattern.wordBoundaryKind(.simple), $0.reason) }
    return defaultAnswers
      + sources.files.flatMap { file in
        file.parts.flatMap { part in
          let reasons = rules.filter { part.text.contains($0.0) }.map(\.1)
          let state = sharedState(in: part.text, isGlobal: part.depth == 0)
          return (reasons.prefix(1) + [state].compactMap { $0 }.prefix(reasons.isEmpty ? 1 : 0))
            .map { "\(file.path):\(part.line) \($0)." }
        }
      }
  }

  /// The answers to a question of a scope that an extension gives, so that no parent need give one.
  private var defaultAnswers: [String] {
    let questions = Set(members(of: #/\bprotocol\s+(\w+Dependencies)\b/#).map(\.name))
    return members(of: #/\bextension\s+(?:.*\bSelf\s*:\s*)?(\w+Dependencies)\b/#)
      .filter { questions.contains($0.name) }.map {
        "\($0.place) gives a default answer to '\($0.name)': let each parent of the scope answer."
      }
  }

  private func members(
    of head: Regex<(Substring, Substring)>
  ) -> [(name: Substring, place: String)] {
    sources.code(of: head).filter(\.isMember).compactMap { line in
      line.text.firstMatch(of: #/\b(?:var|func)\s+(\w+)/#).map { ($0.1, line.place) }
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
