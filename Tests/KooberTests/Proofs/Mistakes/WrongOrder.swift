import Core
import SignedIn

@testable import koober

func open(app: AppContainer, session: UserSession) -> SignedInContainer {
  #if MISTAKE
    let signedIn = rider.signedIn
    let rider = app.openRiderScope(of: session)
  #else
    let rider = app.openRiderScope(of: session)
    let signedIn = rider.signedIn
  #endif
  return signedIn
}
