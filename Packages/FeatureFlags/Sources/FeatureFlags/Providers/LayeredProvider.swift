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
    switch decision(on: key) {
    case .override(let variant, _): overridden(key, with: variant, as: type)
    case .definition(_, let definitions, _): definitions.resolve(key, as: type, context: context)
    case nil: .notFound(key)
    }
  }

  /// What decides a flag, with the name of its level.
  enum Decision {
    case override(variant: String, level: String)
    case definition(CompiledFlag, in: FlagDefinitions, level: String)
  }

  /// The decision of the first level that has one; `nil` when no level defines the flag.
  func decision(on key: String) -> Decision? {
    for level in levels {
      switch level.content {
      case .overrides(let overrides):
        if let variant = overrides[key] { return .override(variant: variant, level: level.name) }
      case .definitions(let source):
        let definitions = source.definitions
        if let flag = definitions.flag(key) {
          return .definition(flag, in: definitions, level: level.name)
        }
      }
    }
    return nil
  }

  /// The levels as they are now, with a clock that stands still: every later evaluation for the
  /// same context gives the same answer.
  public func frozen(at seconds: Int = UnixClock.system.now()) -> LayeredProvider {
    LayeredProvider(levels.map { $0.frozen(at: seconds) })
  }

  /// The keys of all flags, in the order of their code units.
  public var keys: [String] {
    Set(levels.compactMap(\.definitions).flatMap(\.keys).map(CodeUnits.init))
      .map(\.text).sorted { $0.precedesByCodeUnits($1) }
  }

  /// The definitions of the first level that defines a flag.
  public func definitions(of key: String) -> FlagDefinitions? {
    levels.lazy.compactMap(\.definitions).first { $0.flag(key) != nil }
  }

  func overridden(_ key: String, with variant: String, as type: FlagType) -> FlagResolution {
    guard let flag = definitions(of: key)?.flag(key) else { return .notFound(key) }
    guard let value = flag.variants[variant] else {
      let known = flag.variants.names.joined(separator: ", ")
      let message = "The flag has no variant \(variant.quoted). It has: \(known)."
      return .failed(.general, message, metadata: flag.metadata)
    }
    return FlagResolution.chosen(value, variant: variant, reason: .static, metadata: flag.metadata)
      .checked(as: type)
  }
}
