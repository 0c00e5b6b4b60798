import Core
import SignedIn

@testable import koober

/// Opens the signed-in scope of one rider inside the scope of another one.
func open(rider: RiderContainer, other: UserSession) -> SignedInContainer {
  #if MISTAKE
    SignedInContainer(dependencies: rider, session: other)
  #else
    SignedInContainer(dependencies: rider)
  #endif
}
