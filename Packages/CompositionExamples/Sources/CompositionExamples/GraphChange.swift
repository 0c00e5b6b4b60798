import SourceEvidence

/// A change of requirements, made on a copy of the sources, compiled, and measured.
enum GraphChange {
  /// One place of a change: a text is added after another one, which is in the file exactly once.
  typealias Edit = (file: String, anchor: String, added: String)

  /// Lines added or changed in place, and files with at least one such line.
  struct Size {
    var lines = 0
    var files = 0

    var text: String { "\(lines) in \(files) file\(files == 1 ? "" : "s")" }
  }

  /// Gives both forms a log that lives as long as the process, except for one of the edits.
  ///
  /// - Returns: How much of the composition it touches.
  /// - Throws: ``EvidenceError`` with the compiler's diagnostics when it refuses the result.
  static func newDependency(
    in candidate: Candidate, leavingOut skipped: Int? = nil
  ) throws -> Size {
    var parts = try exampleSources(of: "AuthenticationExample")
    parts["SignInLog.swift"] = "public final class SignInLog: Sendable { public init() {} }"
    for form in ["SignInViewModel", "SignUpViewModel"] {
      try apply(
        [
          ("\(form).swift", "class \(form) {", "\nprivate let signInLog: SignInLog"),
          ("\(form).swift", "public init(", "\nsignInLog: SignInLog,"),
          ("\(form).swift", "Responder\n  ) {", "\nself.signInLog = signInLog"),
        ], to: &parts)
    }
    var edits = try newDependencyEdits(of: candidate)
    if let skipped { edits.remove(at: skipped) }
    let old = try candidate.sources()
    var new = old
    try apply(edits, to: &new)
    return try size(from: old, to: new, with: parts)
  }

  /// The places that one composition has to edit for the log.
  static func newDependencyEdits(of candidate: Candidate) throws -> [Edit] {
    let file = signedOutFile(in: try candidate.sources())
    let constant = "let signInLog = SignInLog()"
    var edits: [Edit] = ["In", "Up"].map {
      (file, " Sign\($0)ViewModel(", "\nsignInLog: signInLog,")
    }
    switch candidate {
    case .onDemand:
      edits += [("Globals.swift", "import AuthenticationExample", "\n@MainActor \(constant)")]
    case .factoriesClass:
      // Each method on the way to a form takes the log and hands it on.
      for call in ["  makeOnboarding", "  makeSignIn", "  makeSignUp"] {
        edits += [(file, "\(call)ViewModel(", "\nsignInLog: signInLog,")]
      }
      for method in ["Main", "Onboarding", "SignIn", "SignUp"] {
        edits += [(file, "func make\(method)ViewModel(", "\nsignInLog: SignInLog,")]
      }
      let composition = "FactoriesClassComposition.swift"
      edits += [
        (composition, "private let outside: Outside", "\nprivate \(constant)"),
        (composition, "factories.makeMainViewModel(", "signInLog: signInLog, "),
      ]
    case .singleContainer: edits += [(file, "let outside: Outside", "\n\(constant)")]
    case .containerHierarchy:
      edits += [
        ("AppContainer.swift", "AppContainer: Sendable {", "\npublic \(constant)"),
        (file, "Dependencies: Sendable {", "\nvar signInLog: SignInLog { get }"),
        (file, "Container: Sendable {", "\nprivate let signInLog: SignInLog"),
        (file, "Dependencies) {", "\nsignInLog = dependencies.signInLog"),
      ]
    }
    return edits
  }

  /// Puts another implementation of the coder in the place of the present one.
  static func newImplementation(in candidate: Candidate) throws -> Size {
    let (name, other) = ("LineUserSessionCoder", "OtherUserSessionCoder")
    var parts = try exampleSources(of: "AuthenticationExample")
    parts["\(other).swift"] = parts["\(name).swift"]?.replacing(name, with: other)
    let old = try candidate.sources()
    let new = old.mapValues { $0.replacing("\(name)()", with: "\(other)()") }
    return try size(from: old, to: new, with: parts)
  }

  /// - Throws: ``EvidenceError`` when the sources are no longer those that the edits were written for.
  private static func apply(_ edits: [Edit], to texts: inout [String: String]) throws {
    for edit in edits {
      let parts = (texts[edit.file] ?? "").split(
        separator: edit.anchor, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw EvidenceError("'\(edit.anchor)' is \(parts.count - 1) times in '\(edit.file)'.")
      }
      texts[edit.file] = "\(parts[0])\(edit.anchor)\(edit.added)\(parts[1])"
    }
  }

  /// Compiles a changed composition and its parts as one module, and compares it with the old one.
  private static func size(
    from old: [String: String], to new: [String: String], with parts: [String: String]
  ) throws -> Size {
    let verdict = try Compiler().check(new.merging(parts) { $1 }, module: "AuthenticationExample")
    guard verdict.accepts else { throw EvidenceError(verdict.output) }
    return new.reduce(into: Size()) { size, file in
      let difference = file.value.split(separator: "\n")
        .difference(from: (old[file.key] ?? "").split(separator: "\n"))
      guard !difference.isEmpty else { return }
      size.lines += max(difference.insertions.count, difference.removals.count)
      size.files += 1
    }
  }
}
