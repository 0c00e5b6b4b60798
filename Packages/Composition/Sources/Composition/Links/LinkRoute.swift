/// Where a link leads: a pattern that fits and the payload read from it.
public struct LinkRoute<Product> {
  /// The text of the pattern that fits.
  public let pattern: String
  private let make: () async throws -> Product

  init(pattern: String, make: @escaping () async throws -> Product) {
    self.pattern = pattern
    self.make = make
  }

  /// Creates the product, anew each time.
  ///
  /// - Throws: The errors of the registered factory.
  public func makeProduct() async throws -> Product {
    try await make()
  }
}
