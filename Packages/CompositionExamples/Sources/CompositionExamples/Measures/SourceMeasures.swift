public import SourceEvidence

/// What the sources of a composition show; everything is found by reading or compiling them.
public struct SourceMeasures: Sendable {
  /// What a new dependency of two screens touches.
  public let newDependency: RecordedChange.Size
  /// What another implementation of one part touches.
  public let newImplementation: RecordedChange.Size
  /// What it costs to move here from the composition before it; `nil` for the first one.
  public let move: Move?
  /// How many optionals are unwrapped to get at a dependency.
  public let unwraps: Int
  /// In how many places the session repository is taken from the caller: parameters and demands.
  public let repositoryArguments: Int
  /// How many places decide which implementation is compiled in.
  public let compileTimePlaces: Int
  /// How many files compile with the parts alone, without any other file of the composition.
  public let independentFiles: Int
  /// How many files the composition has.
  public let files: Int
  /// Whether the file that makes the signed-out part compiles without the others.
  public let signedOutPartIsIndependent: Bool

  /// Makes the recorded changes, and compiles every file alone.
  public init(of candidate: Candidate, in sources: ExampleSources) throws {
    newDependency = try Self.size(of: .newDependency, in: candidate, sources)
    newImplementation = try Self.size(of: .newImplementation, in: candidate, sources)
    let texts = sources.composition(candidate)
    move = candidate.previous.map { Move(from: sources.composition($0).values, to: texts.values) }
    let lines = texts.values.flatMap { $0.split(separator: "\n") }
    unwraps = lines.map(Self.unwraps).reduce(0, +)
    repositoryArguments = lines.count {
      $0.contains("userSessionRepository: any UserSessionRepository") && !$0.contains("let ")
    }
    compileTimePlaces = try Self.compileTimePlaces(in: lines, of: texts, sources)
    let independent = try texts.filter { try sources.check([$0.key: $0.value]).accepts }
    independentFiles = independent.count
    files = texts.count
    signedOutPartIsIndependent = independent[candidate.signedOutFile] != nil
  }

  private static func size(
    of change: GraphChange, in candidate: Candidate, _ sources: ExampleSources
  ) throws -> RecordedChange.Size {
    let (size, verdict) = try change.make(in: candidate, of: sources)
    guard verdict.accepts else {
      throw MeasureError("A recorded change of '\(candidate.rawValue)' fails:\n\(verdict.output)")
    }
    return size
  }

  /// Counts the bindings of a `guard let` or an `if let`.
  private static func unwraps(in line: Substring) -> Int {
    let words = line.split { $0 == " " || $0 == "(" }
    guard words.first == "guard" || words.first == "if", words.dropFirst().first == "let" else {
      return 0
    }
    return words.count { $0 == "let" }
  }

  private static func compileTimePlaces(
    in lines: [Substring], of texts: [String: String], _ sources: ExampleSources
  ) throws -> Int {
    let condition = "FileBasedUserSessionStore"
    let verdict = try sources.check(texts, defining: [condition])
    guard verdict.accepts else {
      throw MeasureError("With '\(condition)' the composition fails:\n\(verdict.output)")
    }
    return lines.count { $0.contains("#if \(condition)") }
  }
}

/// Why the compositions could not be compared.
public struct MeasureError: Error, CustomStringConvertible {
  /// What went wrong.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
