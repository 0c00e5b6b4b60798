import SourceEvidence

/// The measures of a composition's sources; everything is found by reading or compiling them.
struct SourceMeasures {
  /// The places that a new dependency of two screens touches.
  let newDependency: GraphChange.Size
  /// The places that another implementation of one part touches.
  let newImplementation: GraphChange.Size
  /// The changes of a move here from the composition before it; `nil` for the first one.
  let move: String?
  /// How many optionals are unwrapped to get at a dependency.
  let unwraps: Int
  /// In how many places the session repository is taken from the caller: parameters and demands.
  let repositoryArguments: Int
  /// How many places decide which store is compiled in.
  let compileTimePlaces: Int
  /// How many files compile with the parts alone, without any other file of the composition.
  let independentFiles: Int
  /// How many files the composition has.
  let files: Int
  /// Whether the file that makes the signed-out part compiles without the others.
  let signedOutPartIsIndependent: Bool

  /// Makes the changes, and compiles every file alone.
  init(of candidate: Candidate) throws {
    newDependency = try GraphChange.newDependency(in: candidate)
    newImplementation = try GraphChange.newImplementation(in: candidate)
    let texts = try candidate.sources()
    let lines = texts.values.flatMap { $0.split(separator: "\n") }
    move = try candidate.previous.map { comparedLines(from: try $0.sources(), to: texts) }
    unwraps = lines.filter { $0.contains("guard let") || $0.contains("if let") }
      .reduce(0) { $0 + $1.split(separator: " ").count { $0 == "let" } }
    repositoryArguments = lines.count {
      $0.contains("userSessionRepository: any UserSessionRepository") && !$0.contains("let ")
    }
    let condition = "FileBasedUserSessionStore"
    let compiler = try Compiler()
    let accepts = try compiler.check(texts, module: "Composed", defining: [condition]).accepts
    compileTimePlaces = accepts ? lines.count { $0.contains("#if \(condition)") } : 0
    let independent = try texts.filter {
      try compiler.check([$0.key: $0.value], module: "Composed").accepts
    }
    independentFiles = independent.count
    files = texts.count
    signedOutPartIsIndependent = independent[signedOutFile(in: texts)] != nil
  }
}

/// Compares two compositions, line by line wherever the lines stand, without comments: counts those
/// that have to be written, that stay, and that go. The objects that are composed stay as they are.
private func comparedLines(from old: [String: String], to new: [String: String]) -> String {
  func lines(of texts: [String: String]) -> [Substring: Int] {
    texts.values.flatMap { $0.split(separator: "\n") }
      .map { $0.drop { $0 == " " } }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }
      .reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
  let (old, new) = (lines(of: old), lines(of: new))
  let kept = new.reduce(0) { $0 + min($1.value, old[$1.key, default: 0]) }
  return "\(new.values.reduce(0, +) - kept), \(kept), \(old.values.reduce(0, +) - kept)"
}
