import AuthenticationExample
import ContainerHierarchyExample

@MainActor
func open(app: AppContainer, session: UserSession) -> SignedInContainer {
  #if MISTAKE
    SignedInContainer(dependencies: app)
  #else
    SignedInContainer(dependencies: app, session: session)
  #endif
}
