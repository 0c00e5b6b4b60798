import FeatureFlags

/// Proofs that the sources of a package give about its scopes.
extension ScopeUnderTest {
  func violationsOfList() throws -> [String] {
    let declared = try PackageSources(of: module, besides: testPath).makers
    let container = String(describing: Container.self)
    guard let methods = declared[container] else {
      return ["Sources/\(module) declares no \(container)."]
    }
    let own = Set(methods)
    let overloaded = own.filter { name in methods.count { $0 == name } > 1 }
    let listed = Set(makers.filter(\.commands.isEmpty).map(\.name).filter(\.isMaker))
    let commands = makers.first { !$0.commands.isEmpty }?.commands ?? []
    let lines = makers.filter { !$0.commands.isEmpty }.map(\.name)
    let unlisted = commands.filter { command in
      !lines.contains { ($0 + " ").hasPrefix(command + " ") }
    }
    let unproven = declared.filter { type, makers in
      type != container && !others.contains(type) && !makers.isEmpty
    }
    return own.subtracting(listed).sorted().map { "\(container).\($0) is not listed in 'makers'." }
      + listed.subtracting(own).sorted().map { "\(container) has no method \($0)." }
      + unlisted.map { "No command line of 'makers' runs '\($0)'." }
      + overloaded.sorted().map {
        "\(container) has several methods \($0); only with names of their own is each proven."
      }
      + unproven.keys.sorted().map { "\($0) makes something, and no scope of it is described." }
  }

  func violationsOfSources() throws -> [String] {
    let sources = try PackageSources(of: module, besides: testPath)
    let listed = flags.substitutions.map(\.flag)
    return SourceRules(of: sources).violations + sources.repeatedQuestions
      + Set(sources.substitutedFlags).subtracting(listed).sorted().map {
        "The substitution of '\($0)' is not listed in the flags of \(module)."
      }
  }
}

extension String {
  /// Whether a method of this name makes or opens something.
  fileprivate var isMaker: Bool { wholeMatch(of: #/(make|open)[A-Z]\w*/#) != nil }
}
