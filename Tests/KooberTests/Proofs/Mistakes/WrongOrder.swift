import Core
import SignedIn

@testable import koober

func open(app: AppContainer, session: UserSession) -> SignedInContainer {
  #if MISTAKE
    let signedIn = rider.makeSignedInContainer()
    let rider = app.openRiderScope(of: session)
  #else
    let rider = app.openRiderScope(of: session)
    let signedIn = rider.makeSignedInContainer()
  #endif
  return signedIn
}
