import Core
public import Terminal

/// The screens of the signed-in scope.
extension SignedInContainer {
  /// Returns the screens from the rider's location to the end of a ride, and on to the next one.
  ///
  /// After an outcome other than a sign-out it can be run again and goes on where it was.
  @MainActor
  public func makeSignedInScreen() -> some Screen<SignedInOutcome> {
    SignedInScreen(model: SignedInViewModel(), container: self)
  }

  @MainActor
  func makeScreen(
    for scene: SignedInViewModel.Scene, of model: SignedInViewModel
  ) -> any SceneScreen {
    switch scene {
    case .gettingLocation:
      GettingLocationScreen(
        model: makeGettingLocationViewModel(responder: model), profile: session.profile,
        clock: screenClock)
    case .pickMeUp(let pickup):
      makePickMeUpContainer(pickup: pickup).makePickMeUpScreen(
        responder: model, profile: session.profile)
    case .waitingForPickup(let ride):
      WaitingForPickupScreen(
        model: makeWaitingForPickupViewModel(ride: ride, responder: model),
        profile: session.profile)
    }
  }

  /// Returns the rider's profile, from which the rider can sign out; other features show it too.
  @MainActor
  public func makeProfileScreen() -> some Screen<ProfileOutcome> {
    ProfileScreen(model: makeProfileViewModel(), clock: screenClock)
  }

  @MainActor
  func makeRideHistoryScreen() -> some Screen<RideHistoryOutcome> {
    RideHistoryScreen(model: makeRideHistoryViewModel())
  }
}
