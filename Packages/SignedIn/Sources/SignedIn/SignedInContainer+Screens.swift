import Composition
import Core
public import Terminal

/// The screens of the signed-in scope.
extension SignedInContainer {
  /// Returns the screens from the rider's location to the end of a ride, and on to the next one.
  ///
  /// After an outcome other than a sign-out it can be run again and continues where it was.
  @MainActor
  public func makeSignedInScreen() -> some Screen<SignedInOutcome> {
    let model = SignedInViewModel()
    let waitingForPickup = WaitingForPickupViewModel.Factory(
      dependency: makeWaitingForPickupDependency(responder: model))
    return SignedInScreen(model: model, container: self) { scene in
      makeScreen(for: scene, of: model, waitingForPickup: waitingForPickup)
    }
  }

  @MainActor
  private func makeScreen(
    for scene: SignedInViewModel.Scene, of model: SignedInViewModel,
    waitingForPickup: WaitingForPickupViewModel.Factory
  ) -> any SceneScreen {
    switch scene {
    case .gettingLocation:
      GettingLocationScreen(
        model: makeGettingLocationViewModel(responder: model), profile: session.profile,
        menu: dependencies.menu, clock: services.screenClock)
    case .pickMeUp(let pickup):
      makePickMeUpContainer(pickup: pickup).makePickMeUpScreen(
        responder: model, profile: session.profile, menu: dependencies.menu)
    case .waitingForPickup(let ride):
      WaitingForPickupScreen(
        model: waitingForPickup.create(payload: ride), profile: session.profile,
        menu: dependencies.menu, rideMenu: dependencies.rideMenu)
    }
  }

  /// Returns the rider's profile, from which the rider can sign out; other features show it too.
  @MainActor
  public func makeProfileScreen() -> some Screen<ProfileOutcome> {
    ProfileScreen(model: makeProfileViewModel(), clock: services.screenClock)
  }

  @MainActor
  func makeRideHistoryScreen() -> some Screen<RideHistoryOutcome> {
    RideHistoryScreen(model: makeRideHistoryViewModel())
  }
}
