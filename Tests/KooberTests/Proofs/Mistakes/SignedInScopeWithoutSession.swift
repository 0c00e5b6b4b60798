import Core

@testable import koober

func open(app: AppContainer, session: UserSession) -> RiderContainer {
  #if MISTAKE
    RiderContainer(parent: app, flagScope: app.flagScope)
  #else
    RiderContainer(parent: app, session: session, flagScope: app.flagScope)
  #endif
}
