/// Maps links to the factories of their products.
///
/// A value, filled in by the composition root:
///
///     var links = LinkRegistry<Scene>()
///     try links.register(ride) { rideSceneFactory.create(payload: $0) }
///     try links.register(inbox) { .inbox }
///
///     let scene = try await links.resolve("koober://ride/42")
public struct LinkRegistry<Product> {
  private struct Entry {
    let text: String
    let shape: LinkShape
    /// Makes the product from the text of the link's parameter.
    let make: (String) async throws -> Product
  }

  private var entries: [Entry] = []

  public init() {}

  /// Creates a registry of declared links.
  ///
  /// - Throws: ``LinkPatternError`` when a pattern is malformed or collides with another one.
  public init(_ declarations: [LinkDeclaration<Product>]) throws(LinkPatternError) {
    for declaration in declarations { try declaration.register(&self) }
  }

  /// The texts of the registered patterns, in their order.
  public var patterns: [String] { entries.map(\.text) }

  /// Registers what makes the product from a link's payload.
  ///
  /// - Throws: ``LinkPatternError`` when some link would fit this pattern and a registered one.
  public mutating func register<Payload>(
    _ pattern: LinkPattern<Payload>, make: @escaping (Payload) async throws -> Product
  ) throws(LinkPatternError) {
    if let other = entries.first(where: { $0.shape.overlaps(pattern.shape) }) {
      let reason = "a link that fits it could also mean '\(other.text)'"
      throw LinkPatternError(pattern: pattern.text, reason: reason)
    }
    entries.append(
      Entry(text: pattern.text, shape: pattern.shape) { try await make(pattern.payload($0)) })
  }

  /// Returns the product of a link, anew each time.
  ///
  /// - Throws: ``LinkError`` when the link is malformed, unknown, or carries a bad value, or what its
  ///   factory throws.
  public func resolve(_ link: String) async throws -> Product {
    let parsed: Link
    do {
      parsed = try Link(link)
    } catch {
      throw LinkError.malformed(link: link, reason: error.reason)
    }
    guard let entry = entries.first(where: { $0.shape.fits(parsed) }) else {
      throw LinkError.unknown(link: link, known: patterns)
    }
    return try await entry.make(entry.shape.value(in: parsed))
  }
}
