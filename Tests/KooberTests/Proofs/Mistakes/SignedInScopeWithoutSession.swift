import Core

@testable import koober

@MainActor
func open(app: AppContainer, session: UserSession) -> SignedInScope {
  #if MISTAKE
    SignedInScope(container: app)
  #else
    SignedInScope(container: app, session: session)
  #endif
}
