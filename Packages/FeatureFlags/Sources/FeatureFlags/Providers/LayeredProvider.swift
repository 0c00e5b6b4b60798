import Basics

/// Flags from several levels; the first level that defines a flag decides.
///
/// An override names a variant; its value comes from the first level that defines the flag.
public struct LayeredProvider: FeatureProvider {
  /// The levels, the strongest first.
  public let levels: [FlagLevel]

  public init(_ levels: [FlagLevel]) { self.levels = levels }

  public func resolve(
    _ key: String, as type: FlagType, context: EvaluationContext
  ) -> FlagResolution {
    for level in levels {
      switch level.content {
      case .overrides(let overrides):
        guard let variant = overrides[key] else { continue }
        return override(key, with: variant, as: type)
      case .definitions(let source):
        let definitions = source.definitions
        guard definitions.flag(key) != nil else { continue }
        return definitions.resolve(key, as: type, context: context)
      }
    }
    return .notFound(key)
  }

  /// The levels as they are now, with a clock that stands still: every later evaluation for the
  /// same context gives the same answer.
  public func frozen(at seconds: Int = UnixClock.system.now()) -> LayeredProvider {
    LayeredProvider(levels.map { $0.frozen(at: seconds) })
  }

  /// The keys of all flags, in the order of their code units.
  public var keys: [String] {
    var keys = Set<CodeUnits>()
    for case .definitions(let source) in levels.map(\.content) {
      keys.formUnion(source.definitions.keys.map(CodeUnits.init))
    }
    return keys.map(\.text).sorted { $0.precedesByCodeUnits($1) }
  }

  /// The definitions of the first level that defines a flag.
  public func definitions(of key: String) -> FlagDefinitions? {
    for case .definitions(let source) in levels.map(\.content) {
      let definitions = source.definitions
      if definitions.flag(key) != nil { return definitions }
    }
    return nil
  }

  private func override(_ key: String, with variant: String, as type: FlagType) -> FlagResolution {
    guard let flag = definitions(of: key)?.flag(key) else { return .notFound(key) }
    guard let value = flag.variants[variant] else {
      let known = flag.variants.names.joined(separator: ", ")
      return .failed(
        .general, "The flag has no variant \(JSON.string(variant).serialized()). It has: \(known).",
        metadata: flag.metadata)
    }
    return FlagResolution.chosen(value, variant: variant, reason: .static, metadata: flag.metadata)
      .checked(as: type)
  }
}

extension FlagResolution {
  fileprivate static func notFound(_ key: String) -> FlagResolution {
    .failed(.flagNotFound, "There is no flag \(JSON.string(key).serialized()).")
  }
}
