import AuthenticationExample
import ContainerHierarchyExample

@MainActor
func open(app: AppContainer) throws -> SignedInContainer? {
  let stored = try app.userSessionRepository.storedSession()
  #if MISTAKE
    return SignedInContainer(dependencies: app, session: stored)
  #else
    return stored.map { SignedInContainer(dependencies: app, session: $0) }
  #endif
}
