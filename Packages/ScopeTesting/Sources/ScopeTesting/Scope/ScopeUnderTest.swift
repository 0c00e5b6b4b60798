import BasicsTesting
public import FeatureFlags
import TerminalTesting

/// The scope of a feature, as its tests describe it: how it is opened, and what is made in it.
///
///     let sharing = ScopeUnderTest(
///       of: "Sharing", flags: .sharing,
///       variants: [.of(notificationLook, ["line": "Line…"], metIn: ["scene share"])],
///       parent: { TestDependencies(flagScope: $0.flagScope, ports: $0.ports) },
///       open: { SharingContainer(dependencies: $0) },
///       makers: [
///         .make("makeInboxViewModel") { $0.container.makeInboxViewModel() },
///         .scene(.inbox, [.sees("new")]) { $0.openVisit() },
///       ])
///
///     @Test(arguments: sharing.proofs)
///     func `The scope keeps its rules`(proof: ScopeProof) async throws { try await proof.check() }
public struct ScopeUnderTest<Parent, Container: Sendable>: Sendable {
  let module: String
  let flags: FlagSet
  let variants: [VariantTable]
  let holds: [String]
  let several: [String]
  let frames: GoldenFrames
  let calls: String
  let file: String
  let parent: @MainActor @Sendable (ScopeSurroundings) throws -> Parent
  let open: @MainActor @Sendable (Parent) -> Container
  let makers: [Maker<Container>]

  /// Describes a scope.
  ///
  /// - Parameters:
  ///   - module: The module of the container.
  ///   - flags: The flags of the feature.
  ///   - variants: The implementations of each substitution of the flags.
  ///   - holds: The classes and actors of which the scope has one object each, besides those of its
  ///     parent.
  ///   - several: The classes and actors of which there may be several objects at once.
  ///   - parent: Makes the parent of the scope, with the flags and clocks that a proof chooses, and with
  ///     ports whose calls are recorded.
  ///   - open: Opens the scope.
  ///   - makers: Each method of the container that makes or opens something, and each command.
  ///   - calls: Names the text with which what reaches the ports is compared; two scopes in one file have
  ///     two.
  ///   - file: The file of the test. The text of `Tests/AppTests/GreeterScopeTests.swift` is
  ///     `Tests/Frames/GreeterScopeTests/calls.txt`.
  public init(
    of module: String, flags: FlagSet = FlagSet(document: [], substitutions: []),
    variants: [VariantTable] = [], holds: [Any.Type] = [], several: [Any.Type] = [],
    parent: @escaping @MainActor @Sendable (ScopeSurroundings) throws -> Parent,
    open: @escaping @MainActor @Sendable (Parent) -> Container, makers: [Maker<Container>],
    calls: String = "calls", file: String = #filePath
  ) {
    self.module = module
    self.flags = flags
    self.variants = variants
    self.holds = holds.map { String(describing: $0) }
    self.several = several.map { String(describing: $0) }
    frames = GoldenFrames(of: file)
    self.calls = calls
    self.file = file
    self.parent = parent
    self.open = open
    self.makers = makers
  }

  @MainActor func makeParent(_ surroundings: ScopeSurroundings) throws -> Parent {
    try parent(surroundings)
  }

  /// The proofs of the rules, each for one maker where it is about makers.
  public var proofs: [ScopeProof] {
    let scope = self
    func proof(
      _ rule: ScopeRule, _ part: String? = nil,
      _ violations: @escaping @MainActor @Sendable () async throws -> [String]
    ) -> ScopeProof {
      ScopeProof(rule: rule, part: part, file: file, violations: violations)
    }
    let whole = [
      proof(.listedCommands) { scope.violationsOfList() },
      proof(.heldObjects) { try scope.violationsOfHolding() },
      proof(.variants) { try scope.violationsOfVariants() },
      proof(.calls) { try await scope.violationsOfCalls() },
    ]
    let leaving = makers.flatMap { maker in
      (0...maker.walk.count).map { count in
        proof(.leaving, "\(maker.name), after \(count) steps") {
          try await scope.violationsOfLeaving(maker, after: count)
        }
      }
    }
    let visits = makers.map { maker in
      proof(.visits, maker.name) { try await scope.violationsOfVisits(maker) }
    }
    let following = makers.filter { !$0.follows.isEmpty }.map { maker in
      proof(.events, maker.name) { try await scope.violationsOfFollowing(maker) }
    }
    let identity = makers.map { maker in
      proof(.identity, maker.name) { try await scope.violationsOfIdentity(maker) }
    }
    let lifetime = makers.map { maker in
      proof(.lifetime, maker.name) { try await scope.violationsOfLifetime(maker) }
    }
    let exposure = flags.substitutions.flatMap { substitution in
      [proof(.doors, substitution.flag) { try await scope.violationsOfDoors(substitution) }]
        + makers.map { maker in
          proof(.exposure, "\(substitution.flag), \(maker.name)") {
            try await scope.violationsOfExposure(substitution, maker)
          }
        }
    }
    return whole + identity + lifetime + leaving + visits + following + exposure
  }

  /// Returns what an operation returns for each maker, in their order.
  ///
  /// The walks, which wait more than they compute, go on side by side: one after another they would
  /// not end within the bound of a proof on a busy machine.
  @MainActor
  func forEachMaker<Result: Sendable>(
    _ operation: @escaping @MainActor @Sendable (Maker<Container>) async throws -> Result
  ) async throws -> [Result] {
    let tasks = makers.map { maker in Task { try await operation(maker) } }
    defer { for task in tasks { task.cancel() } }
    var results: [Result] = []
    for task in tasks { results.append(try await task.value) }
    return results
  }

  /// The commands that no line runs.
  private func violationsOfList() -> [String] {
    let commands = Set(makers.flatMap(\.commands)).sorted()
    let lines = makers.filter { !$0.commands.isEmpty }.map(\.name)
    return commands.filter { command in
      !lines.contains { ($0 + " ").hasPrefix(command + " ") }
    }.map { "No command line of 'makers' runs '\($0)'." }
  }
}
