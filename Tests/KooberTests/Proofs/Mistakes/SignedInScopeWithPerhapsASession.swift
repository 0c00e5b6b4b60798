import Core

@testable import koober

func open(app: AppContainer) async throws -> RiderScope? {
  let stored = try await app.userSessionRepository.readUserSession()
  #if MISTAKE
    return app.openRiderScope(of: stored)
  #else
    return stored.map { app.openRiderScope(of: $0) }
  #endif
}
