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

/// How each maker is called in the proofs of identity and lifetime; factories make one object, too.
enum Makers {
  typealias Call = @MainActor @Sendable (OpenScopes) async throws -> [Any]

  static let all = process + signedOut + rider + signedIn + pickUp + sharing

  private static let process: [(maker: String, call: Call)] = [
    ("AppContainer.makeAuthContainer", { [$0.app.makeAuthContainer()] }),
    ("AppContainer.makeCloudTransport", { [$0.app.makeCloudTransport(in: $0.rider.flagScope)] }),
    ("AppContainer.makeCoreContainer", { [$0.app.makeCoreContainer()] }),
    ("AppContainer.makeFlagScope", { [$0.app.makeFlagScope(subject: "rider")] }),
    ("AppContainer.makePlaces", { [$0.app.makePlaces()] }),
    ("AppContainer.openRiderScope", { [$0.app.openRiderScope(of: $0.rider.session)] }),
    ("AppContainer.openSignedOutScope", { [$0.app.openSignedOutScope()] }),
  ]

  private static let signedOut: [(maker: String, call: Call)] = [
    ("SignedOutContainer.makeOnboardingContainer", { [$0.signedOut.makeOnboardingContainer()] }),
    ("OnboardingContainer.makeLaunchViewModel", { [$0.onboarding.makeLaunchViewModel()] }),
    ("OnboardingContainer.makeSignInViewModel", { [$0.onboarding.makeSignInViewModel()] }),
    ("OnboardingContainer.makeSignUpViewModel", { [$0.onboarding.makeSignUpViewModel()] }),
    (
      "OnboardingContainer.makePasswordResetViewModel",
      { [$0.onboarding.makePasswordResetViewModel()] }
    ),
    (
      "OnboardingContainer.makeLaunchScreen",
      { [$0.onboarding.makeLaunchScreen(navigator: $0.navigator)] }
    ),
    (
      "OnboardingContainer.makeOnboardingFlow",
      { [$0.onboarding.makeOnboardingFlow(navigator: $0.navigator)] }
    ),
  ]

  private static let rider: [(maker: String, call: Call)] = [
    ("RiderContainer.makeCoreContainer", { [$0.rider.makeCoreContainer()] }),
    ("RiderContainer.makePlaces", { [$0.rider.makePlaces()] }),
    ("RiderContainer.makeSharingContainer", { [$0.rider.makeSharingContainer()] }),
    ("RiderContainer.makeSignedInContainer", { [$0.rider.makeSignedInContainer()] }),
  ]

  private static let signedIn: [(maker: String, call: Call)] = [
    ("SignedInContainer.makeAccountRemoteAPI", { [$0.signedIn.makeAccountRemoteAPI()] }),
    ("SignedInContainer.makeAccountMenu", { $0.signedIn.makeAccountMenu { _ in } }),
    (
      "SignedInContainer.makeSessionsScreen",
      { [$0.signedIn.makeSessionsScreen(navigator: $0.navigator)] }
    ),
    (
      "SignedInContainer.makeProfileForm",
      { [$0.signedIn.makeProfileForm(navigator: $0.navigator)] }
    ),
    (
      "SignedInContainer.makePasswordForm",
      { [$0.signedIn.makePasswordForm(navigator: $0.navigator) {}] }
    ),
    (
      "SignedInContainer.makeDeletionForm",
      { [$0.signedIn.makeDeletionForm(navigator: $0.navigator)] }
    ),
    (
      "SignedInContainer.makeGettingLocationViewModel",
      { [$0.signedIn.makeGettingLocationViewModel()] }
    ),
    (
      "SignedInContainer.makeMapViewModel",
      { [try await $0.signedIn.makeMapViewModel(from: .location(.operaHouse), to: nil)] }
    ),
    ("SignedInContainer.makeMenu", { $0.signedIn.makeMenu() }),
    (
      "SignedInContainer.makePickMeUpContainer",
      { [$0.signedIn.makePickMeUpContainer(pickup: Waypoint(.operaHouse))] }
    ),
    (
      "SignedInContainer.makePlaceResolver",
      { [$0.signedIn.makePlaceResolver(near: nil)] }
    ),
    (
      "SignedInContainer.makeProfileScreen",
      { [$0.signedIn.makeProfileScreen(navigator: $0.navigator)] }
    ),
    ("SignedInContainer.makeProfileViewModel", { [$0.signedIn.makeProfileViewModel()] }),
    (
      "SignedInContainer.makeRideFlow",
      { [$0.signedIn.makeRideFlow(navigator: $0.navigator) { _ in [] }] }
    ),
    (
      "SignedInContainer.makeRideHistoryScreen",
      { [$0.signedIn.makeRideHistoryScreen(navigator: $0.navigator)] }
    ),
    ("SignedInContainer.makeRideRemoteAPI", { [$0.signedIn.makeRideRemoteAPI()] }),
    ("SignedInContainer.makeShortcuts", { $0.signedIn.makeShortcuts() }),
    (
      "SignedInContainer.makeRideScreens",
      { [$0.signedIn.makeRideScreens(for: nil, navigator: $0.navigator)(.sample())] }
    ),
    (
      "SignedInContainer.makeWaitingForPickupViewModelFactory",
      {
        [
          $0.signedIn.makeWaitingForPickupViewModelFactory(knownRides: KnownRides())
            .create(payload: .sample())
        ]
      }
    ),
  ]

  private static let pickUp: [(maker: String, call: Call)] = [
    (
      "PickMeUpContainer.makeDropoffLocationPickerViewModel",
      {
        [
          $0.pickUp.makeDropoffLocationPickerViewModel(
            responder: $0.pickUp.makePickMeUpViewModel())
        ]
      }
    ),
    ("PickMeUpContainer.makeNearbyCars", { [$0.pickUp.makeNearbyCars()] }),
    (
      "PickMeUpContainer.makePickMeUpScreen",
      {
        let flow = $0.signedIn.makeRideFlow(navigator: $0.navigator) { _ in [] }
        return [
          flow,
          $0.pickUp.makePickMeUpScreen(
            responder: flow, profile: .johnny, navigator: $0.navigator),
        ]
      }
    ),
    ("PickMeUpContainer.makePickMeUpViewModel", { [$0.pickUp.makePickMeUpViewModel()] }),
    (
      "PickMeUpContainer.makeRideOptionPickerViewModelFactory",
      {
        let model = $0.pickUp.makePickMeUpViewModel()
        let trip = Trip(pickup: .operaHouse, dropoff: .appleStore)
        return [
          model,
          $0.pickUp.makeRideOptionPickerViewModelFactory(responder: model).create(payload: trip),
        ]
      }
    ),
  ]

  private static let sharing: [(maker: String, call: Call)] = [
    (
      "SharingContainer.makeFriendsScreen",
      { [$0.sharing.makeFriendsScreen(navigator: $0.navigator)] }
    ),
    ("SharingContainer.makeFriendsViewModel", { [$0.sharing.makeFriendsViewModel()] }),
    (
      "SharingContainer.makeInboxScreen",
      { [$0.sharing.makeInboxScreen(navigator: $0.navigator)] }
    ),
    ("SharingContainer.makeInboxViewModel", { [$0.sharing.makeInboxViewModel()] }),
    ("SharingContainer.makeMenu", { $0.sharing.makeMenu() }),
    ("SharingContainer.makeNotificationLook", { [$0.sharing.makeNotificationLook()] }),
    (
      "SharingContainer.makePostScreen",
      { scopes in
        let post = try await scopes.sharing.postRepository.createPost(NewPost(text: "Hello"))
        return [try await scopes.sharing.makePostScreen(of: post.id, navigator: scopes.navigator)]
      }
    ),
    ("SharingContainer.makeStatusProvider", { [$0.sharing.makeStatusProvider()] }),
    ("SharingContainer.makeRideMenu", { $0.sharing.makeRideMenu(for: .sample()) }),
    (
      "SharingContainer.makeShareScreen",
      { [$0.sharing.makeShareScreen(post: NewPost(text: "Hello"), navigator: $0.navigator)] }
    ),
    (
      "SharingContainer.makeShareViewModelFactory",
      {
        let board = NotificationBoard(look: $0.sharing.makeNotificationLook())
        let factory = $0.sharing.makeShareViewModelFactory(notificationService: board)
        return [factory.create(payload: NewPost(text: "Hello"))]
      }
    ),
  ]
}
