import AuthenticationExample
import ContainerHierarchyExample

@MainActor
func open(outside: Outside, session: UserSession) -> SignedInContainer {
  #if MISTAKE
    let signedIn = SignedInContainer(dependencies: app, session: session)
    let app = AppContainer(outside: outside)
  #else
    let app = AppContainer(outside: outside)
    let signedIn = SignedInContainer(dependencies: app, session: session)
  #endif
  return signedIn
}
