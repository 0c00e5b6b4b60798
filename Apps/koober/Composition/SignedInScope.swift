import Core
import Sharing
import SignedIn

/// What the features offer to a signed-in rider; cannot be created without a session and ends with it.
@MainActor
struct SignedInScope {
  let rider: RiderContainer
  let signedIn: SignedInContainer
  let sharing: SharingContainer

  init(container: AppContainer, session: UserSession) {
    rider = RiderContainer(parent: container, session: session)
    signedIn = rider.makeSignedInContainer(session: session)
    sharing = rider.makeSharingContainer(session: session)
  }
}
