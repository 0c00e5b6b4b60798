import Core
import FeatureFlags
import SignedIn
import SignedInTesting

/// A parent that would be asked by its child before it is there itself.
@MainActor
final class KioskContainer: SignedInResponder, NotSignedInResponder {
  let flagScope: FlagScope

  #if MISTAKE
    let signedInContainer: SignedInContainer
  #else
    func makeSignedInContainer() -> SignedInContainer {
      SignedInContainer(dependencies: SignedInDouble(responder: self, flagScope: flagScope))
    }
  #endif

  init(flagScope: FlagScope) {
    self.flagScope = flagScope
    #if MISTAKE
      signedInContainer = SignedInContainer(
        dependencies: SignedInDouble(responder: self, flagScope: flagScope))
    #endif
  }

  func signedIn(to session: UserSession) {}
  func notSignedIn() {}
}
