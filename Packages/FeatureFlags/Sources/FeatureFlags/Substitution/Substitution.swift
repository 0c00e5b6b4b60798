import Basics

/// Implementations of one protocol; a flag chooses one of them for a scope.
///
/// `Product` is the protocol. Factories that need something are products themselves:
///
///     typealias RankingFactory = @Sendable (SearchDependencies) -> any PlaceRanking
///     let ranking = Substitution<RankingFactory>(
///       flag: "place-ranking", default: "match", product: { MatchFirst($0) },
///       alternatives: ["nearness": { NearnessFirst($0) }])
///     let chosen = ranking.make(in: scope)(dependencies)
public struct Substitution<Product>: SubstitutionDeclaration {
  public typealias Factory = @Sendable () -> Product

  public let flag: String
  /// The variant whose implementation is made when the flag chooses none that exists.
  public let defaultVariant: String
  private let defaultFactory: Factory
  /// Of two with one name the last counts. There are few, and no dictionary of them is made for each
  /// product: its types alone would take longer than all searches of a short command.
  private let alternatives: [(variant: String, factory: Factory)]

  /// Creates a substitution.
  ///
  /// - Parameters:
  ///   - flag: The key of the flag that chooses.
  ///   - variant: The variant that stands for the default implementation.
  ///   - factory: Makes the default implementation.
  ///   - alternatives: The other variants, and what makes their implementations.
  public init(
    flag: String, default variant: String, _ factory: @escaping Factory,
    alternatives: KeyValuePairs<String, Factory>
  ) {
    self.flag = flag
    defaultVariant = variant
    defaultFactory = factory
    self.alternatives = alternatives.map { ($0.key, $0.value) }
  }

  /// Makes the implementation that the scope's flag chooses, and records the exposure.
  ///
  /// Call it when the rider meets the implementation, not when a scope opens. Nothing is recorded
  /// when the flag chooses no variant that has an implementation.
  public func make(in scope: FlagScope) -> Product {
    recordUse(in: scope)
    return makeUnused(in: scope)
  }

  /// Makes the implementation without an exposure, for an object that exists before the rider meets
  /// it; ``recordUse(in:)`` follows when that happens.
  public func makeUnused(in scope: FlagScope) -> Product {
    (scope.explain(flag).variant.flatMap(factory(of:)) ?? defaultFactory)()
  }

  /// Records the exposure to the implementation that the scope's flag chooses, the first time only.
  public func recordUse(in scope: FlagScope) {
    let explanation = scope.explain(flag)
    guard let variant = explanation.variant, factory(of: variant) != nil else { return }
    scope.recordExposure(flag: flag, variant: variant, origin: explanation.origin ?? "")
  }

  /// The implementations of all variants, without an exposure; where they would do the same, a rider
  /// meets none of them.
  public var products: [Product] { [defaultFactory()] + alternatives.map { $0.factory() } }

  /// The variant whose implementation ``make(in:)`` makes.
  public func variant(in scope: FlagScope) -> String {
    guard let variant = scope.explain(flag).variant, factory(of: variant) != nil else {
      return defaultVariant
    }
    return variant
  }

  private func factory(of variant: String) -> Factory? {
    variant.hasSameCodeUnits(as: defaultVariant)
      ? defaultFactory : alternatives.last { $0.variant.hasSameCodeUnits(as: variant) }?.factory
  }

  /// The variants that have an implementation, the default one first.
  public var variants: [String] {
    let others = Set(alternatives.map { CodeUnits($0.variant) }).map(\.text)
    return [defaultVariant]
      + others.filter { !$0.hasSameCodeUnits(as: defaultVariant) }
      .sorted { $0.precedesByCodeUnits($1) }
  }
}

extension Substitution where Product: Sendable {
  /// Creates a substitution of finished products, such as factories that need an argument, by the
  /// names of their variants.
  public init(
    flag: String, default variant: String, product: Product,
    alternatives: KeyValuePairs<String, Product>
  ) {
    self.flag = flag
    defaultVariant = variant
    defaultFactory = { product }
    self.alternatives = alternatives.map { entry in (entry.key, { entry.value }) }
  }
}
