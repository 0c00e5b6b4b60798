public import AuthenticationExample

/// One stateless type makes every object; what is shared is global.
///
/// A second instance of this composition replaces what the first one shares.
public struct FactoriesClassComposition: AuthenticationComposition {
  private let factories = KooberObjectFactories()

  public init(outside: Outside) {
    globalOutside = outside
    globalUserSessionRepository = factories.makeUserSessionRepository()
  }

  public func makeMainViewModel() -> MainViewModel {
    factories.makeMainViewModel()
  }
}
