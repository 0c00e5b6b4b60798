/// A link that a feature declares: its pattern, what it leads to, and what makes its product.
///
///     let inbox = LinkDeclaration("koober://inbox", meaning: "your inbox") { Scene.inbox }
public struct LinkDeclaration<Product>: Sendable {
  /// The pattern's text, such as `koober://ride/<id>`.
  public let pattern: String
  /// The target of the link, for help.
  public let meaning: String
  let register: @Sendable (inout LinkRegistry<Product>) throws(LinkPatternError) -> Void

  /// Declares a link with one parameter.
  ///
  /// - Parameters:
  ///   - pattern: The pattern's text, which names the parameter.
  ///   - parameter: The value that the link carries.
  ///   - meaning: The target of the link, for help.
  ///   - make: Makes the product from the value.
  public init<Payload>(
    _ pattern: String, _ parameter: LinkParameter<Payload>, meaning: String,
    make: @escaping @Sendable (Payload) -> Product
  ) {
    self.pattern = pattern
    self.meaning = meaning
    register = { registry throws(LinkPatternError) in
      try registry.register(LinkPattern(pattern, parameter), make: make)
    }
  }

  /// Declares a link without parameters.
  public init(_ pattern: String, meaning: String, make: @escaping @Sendable () -> Product) {
    self.pattern = pattern
    self.meaning = meaning
    register = { registry throws(LinkPatternError) in
      try registry.register(LinkPattern(pattern)) { make() }
    }
  }
}
