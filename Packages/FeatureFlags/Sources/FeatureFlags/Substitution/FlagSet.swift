/// The flags of one feature: their built-in definitions, and the substitutions that they choose for.
public struct FlagSet: Sendable {
  /// The definitions as a flagd document in UTF-8.
  public let document: [UInt8]
  /// The implementations that the flags choose between.
  public let substitutions: [any SubstitutionDeclaration]
  /// The variants that are decided when the program is compiled, and that nothing else can choose.
  public let decidedByBuild: FlagOverrides

  public init(
    document: [UInt8], substitutions: [any SubstitutionDeclaration],
    decidedByBuild: FlagOverrides = FlagOverrides()
  ) {
    self.document = document
    self.substitutions = substitutions
    self.decidedByBuild = decidedByBuild
  }

  /// Compiles the definitions.
  ///
  /// - Throws: ``FlagDefinitionsError`` when the document holds no flag definitions.
  public func definitions() throws(FlagDefinitionsError) -> FlagDefinitions {
    try FlagDefinitions(parsing: document)
  }

  /// The variants that have an implementation, by the keys of their flags.
  public var variants: [String: [String]] {
    Dictionary(substitutions.map { ($0.flag, $0.variants) }) { $1 }
  }

  /// Begins a scope in which the built-in definitions hold, for previews and tests.
  ///
  /// - Parameter overrides: Variants that are chosen instead.
  /// - Throws: ``FlagDefinitionsError`` when the document holds no flag definitions.
  public func makeScope(
    overrides: FlagOverrides = FlagOverrides()
  ) throws(FlagDefinitionsError) -> FlagScope {
    let levels = [
      FlagLevel("build", overrides: decidedByBuild), FlagLevel("overrides", overrides: overrides),
      FlagLevel("built-in", definitions: try definitions()),
    ]
    return FlagScope(flags: LayeredProvider(levels), context: EvaluationContext())
  }
}
