import Core

@testable import koober

func open(app: AppContainer, session: UserSession) -> RiderContainer {
  #if MISTAKE
    RiderContainer(parent: app)
  #else
    RiderContainer(parent: app, session: session)
  #endif
}
