import Core
import SignedIn

@testable import koober

func open(app: AppContainer, session: UserSession) -> SignedInContainer {
  #if MISTAKE
    let signedIn = rider.makeSignedInContainer(session: session)
    let rider = RiderContainer(parent: app, session: session)
  #else
    let rider = RiderContainer(parent: app, session: session)
    let signedIn = rider.makeSignedInContainer(session: session)
  #endif
  return signedIn
}
