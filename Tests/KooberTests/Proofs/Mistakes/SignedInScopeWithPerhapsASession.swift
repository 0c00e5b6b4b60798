import Core

@testable import koober

@MainActor
func open(app: AppContainer) async throws -> SignedInScope? {
  let stored = try await app.userSessionRepository.readUserSession()
  #if MISTAKE
    return SignedInScope(container: app, session: stored)
  #else
    return stored.map { SignedInScope(container: app, session: $0) }
  #endif
}
