import BasicsTesting

/// The proof of one rule for a scope, or for one maker in it.
public struct ScopeProof: Sendable, CustomStringConvertible {
  let rule: ScopeRule
  /// The maker, or the flag.
  let part: String?
  /// The file of the test.
  let file: String
  let violations: @MainActor @Sendable () async throws -> [String]

  /// The rule, and the maker.
  public var description: String {
    ([rule.rawValue] + [part].compactMap(\.self)).joined(separator: ": ")
  }

  /// Proves it.
  ///
  /// - Throws: ``ScopeViolations`` when the rule is broken, and an error that says what is shown when a
  ///   walk cannot be walked to its end.
  @MainActor
  public func check() async throws {
    let violations = violations
    let found = try await bounded(
      "the end of the proof '\(description)'", rounds: WaitBound.roundsForPrograms
    ) { try await violations() }
    guard !found.isEmpty else { return }
    throw ScopeViolations(
      rule: description, messages: found, advice: rule.advice,
      places: Declarations(ofPackageWith: file).places(in: found.joined(separator: " ")))
  }
}

/// How a rule of scopes is broken.
public struct ScopeViolations: Error, Equatable, CustomStringConvertible {
  public let rule: String
  /// One sentence for each object, file or variant.
  public let messages: [String]
  /// What to write instead.
  public let advice: String
  /// Where the types that the messages name are declared.
  public let places: [String]

  public var description: String {
    (["[\(rule)]"] + messages.map { "- \($0)" } + ["To mend it: \(advice)"] + places)
      .joined(separator: "\n")
  }
}

/// What holds in every scope.
enum ScopeRule: String {
  case listedCommands = "every command is listed"
  case heldObjects = "one object of each kind is held"
  case variants = "each variant has its implementation"
  case calls = "what reaches the ports"
  case identity, lifetime, leaving, visits, events, doors, exposure

  /// What to write instead of what breaks the rule.
  var advice: String {
    switch self {
    case .listedCommands: "Add a command line for each to the makers."
    case .heldObjects:
      "Keep what is shared in one stored property of the container, and list its type in 'holds'."
    case .variants:
      "List each variant of the flag in 'variants' with the implementation that it stands for."
    case .calls: "Hand on all values that are known, or record the calls when they are right."
    case .identity:
      "Make in the method what is new each time, and take what is shared from the container."
    case .lifetime, .leaving:
      """
      Begin tasks in 'work()', which ends with the screen; what lives longer than the object, such as a \
      parent, a static or a task of another object, holds it weakly or not at all.
      """
    case .visits:
      """
      Begin a screen with what its scene carries and with what it loads; make its model with it, and keep \
      in the container only what a later visit may see.
      """
    case .events: "Hand the stream to the screen, and take the event in its 'work()'."
    case .doors:
      "Let each door ask the substitution, by 'make(in:)', and name in 'metIn' exactly these doors."
    case .exposure: "Call 'make(in:)' where the choice is first seen, neither before nor elsewhere."
    }
  }
}
