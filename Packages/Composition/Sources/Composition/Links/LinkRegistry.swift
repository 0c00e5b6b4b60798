/// Knows which factory makes the product of which link.
///
/// A value, filled in by the composition root:
///
///     var links = LinkRegistry<Scene>()
///     try links.register(ride, with: rideSceneFactory)
///     try links.register(inbox) { .inbox }
///
///     let scene = try await links.resolve("koober://ride/42")
public struct LinkRegistry<Product> {
  private struct Entry {
    let text: String
    let shape: LinkShape
    let route: (Link) throws(LinkError) -> LinkRoute<Product>
  }

  private var entries: [Entry] = []

  /// Creates an empty registry.
  public init() {}

  /// The texts of the registered patterns, in their order.
  public var patterns: [String] { entries.map(\.text) }

  /// Registers what makes the product from a link's payload.
  ///
  /// - Throws: ``LinkPatternError`` when some link would fit this pattern and a registered one.
  public mutating func register<Payload>(
    _ pattern: LinkPattern<Payload>,
    make: @escaping (Payload) async throws -> Product
  ) throws(LinkPatternError) {
    if let other = entries.first(where: { $0.shape.overlaps(pattern.shape) }) {
      let reason = "a link that fits it could also mean '\(other.text)'"
      throw LinkPatternError(pattern: pattern.text, reason: reason)
    }
    let entry = Entry(text: pattern.text, shape: pattern.shape) { link throws(LinkError) in
      let payload = try pattern.payload(try pattern.shape.values(in: link))
      return LinkRoute(pattern: pattern.text) { try await make(payload) }
    }
    entries.append(entry)
  }

  /// Returns where a link leads, without creating anything.
  ///
  /// - Throws: ``LinkError`` when the link is malformed, unknown, or carries a bad value.
  public func route(_ link: String) throws(LinkError) -> LinkRoute<Product> {
    let parsed: Link
    do {
      parsed = try Link(link)
    } catch {
      throw .malformed(link: link, reason: error.reason)
    }
    guard let entry = entries.first(where: { $0.shape.fits(parsed) }) else {
      throw .unknown(link: link, known: patterns)
    }
    return try entry.route(parsed)
  }

  /// Returns the product of a link.
  ///
  /// - Throws: ``LinkError`` when the link leads nowhere, or what its factory throws.
  public func resolve(_ link: String) async throws -> Product {
    try await route(link).makeProduct()
  }
}
