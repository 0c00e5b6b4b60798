public import AuthenticationExample

/// One stateless type makes every object; this one, beside it, keeps what is shared and hands it on.
public struct FactoriesClassComposition: AuthenticationComposition {
  private let factories = KooberObjectFactories()
  private let outside: Outside
  private let userSessionRepository: any UserSessionRepository

  public init(outside: Outside) {
    self.outside = outside
    userSessionRepository = factories.makeUserSessionRepository(outside: outside)
  }

  public func makeMainViewModel() -> MainViewModel {
    factories.makeMainViewModel(outside: outside, userSessionRepository: userSessionRepository)
  }
}
