extension LinkRegistry {
  /// Registers a module's factory whose payload the link carries.
  ///
  /// The last closure converts an instance to the product, for example to an existential.
  ///
  /// - Throws: ``LinkPatternError`` when some link would fit this pattern and a registered one.
  public mutating func register<Module: FactoryModule>(
    _ pattern: LinkPattern<Module.Payload>,
    with factory: Factory<Module>,
    as product: @escaping (Module) -> Product
  ) throws(LinkPatternError) {
    try register(pattern) { product(factory.create(payload: $0)) }
  }

  /// Registers a factory whose modules are the product.
  ///
  /// - Throws: ``LinkPatternError`` when some link would fit this pattern and a registered one.
  public mutating func register(
    _ pattern: LinkPattern<Product.Payload>,
    with factory: Factory<Product>
  ) throws(LinkPatternError) where Product: FactoryModule {
    try register(pattern) { factory.create(payload: $0) }
  }
}
