import Core
import Sharing
import SignedIn

/// What the features offer to a signed-in rider; cannot be created without a session and ends with it.
@MainActor
struct SignedInScope {
  let signedIn: SignedInContainer
  let sharing: SharingContainer

  init(container: AppContainer, session: UserSession) {
    signedIn = container.makeSignedInContainer(session: session)
    sharing = container.makeSharingContainer(session: session)
  }
}
