import Composition
import Core
import CoreTesting
import Terminal

@testable import Onboarding
@testable import Sharing
@testable import SignedIn
@testable import koober

/// The scopes of one rider, and of a stretch without one, open at once.
@MainActor
struct OpenScopes {
  let app: AppContainer
  let navigator = Navigator()
  let signedOut: SignedOutContainer
  let onboarding: OnboardingContainer
  let scope: RiderScope
  let rider: RiderContainer
  let signedIn: SignedInContainer
  let sharing: SharingContainer
  let pickUp: PickMeUpContainer

  init(app: AppContainer, session: UserSession) {
    self.app = app
    signedOut = app.openSignedOutScope()
    onboarding = signedOut.makeOnboardingContainer()
    scope = app.openRiderScope(of: session)
    rider = scope.container
    signedIn = scope.signedIn
    sharing = scope.sharing
    pickUp = signedIn.makePickMeUpContainer(pickup: Waypoint(.operaHouse))
  }
}

/// How each maker of the app's containers is called; those of the features are proven in their packages.
enum Makers {
  typealias Call = @MainActor @Sendable (OpenScopes) async throws -> [Any]

  static let all = process + signedOut + rider

  private static let process: [(maker: String, call: Call)] = [
    ("AppContainer.makeAuthContainer", { [$0.app.makeAuthContainer()] }),
    ("AppContainer.makeCloudTransport", { [$0.app.makeCloudTransport(in: $0.rider.flagScope)] }),
    ("AppContainer.makeCoreContainer", { [$0.app.makeCoreContainer()] }),
    ("AppContainer.makeFlagScope", { [$0.app.makeFlagScope(subject: "rider")] }),
    ("AppContainer.makeNavigator", { [$0.app.makeNavigator()] }),
    ("AppContainer.makePlaces", { [$0.app.makePlaces()] }),
    ("AppContainer.openRiderScope", { [$0.app.openRiderScope(of: $0.rider.session)] }),
    ("AppContainer.openSignedOutScope", { [$0.app.openSignedOutScope()] }),
  ]

  private static let signedOut: [(maker: String, call: Call)] = [
    ("SignedOutContainer.makeOnboardingContainer", { [$0.signedOut.makeOnboardingContainer()] })
  ]

  private static let rider: [(maker: String, call: Call)] = [
    ("RiderContainer.makeCoreContainer", { [$0.rider.makeCoreContainer()] }),
    ("RiderContainer.makeRideRemoteAPI", { [$0.rider.makeRideRemoteAPI()] }),
    ("RiderContainer.makePlaces", { [$0.rider.makePlaces()] }),
    ("RiderContainer.makeSharingContainer", { [$0.rider.makeSharingContainer()] }),
    ("RiderContainer.makeSignedInContainer", { [$0.rider.makeSignedInContainer()] }),
  ]
}
