public import AuthenticationExample

extension KooberContainer: SignedInViewModelFactory {
  public func makeSignedInViewModel(
    session: UserSession, notSignedInResponder: any NotSignedInResponder
  ) -> SignedInViewModel {
    // Nothing ends with the session, so the next rider's sign-in has to clear what is left.
    self.session = session
    rideOptionCache = RideOptionCache()
    rideRemoteAPI = nil
    return SignedInViewModel(
      session: session,
      userSessionRepository: userSessionRepository,
      notSignedInResponder: notSignedInResponder,
      makePickMeUpViewModel: makePickMeUpViewModel)
  }

  func makePickMeUpViewModel(location: Location) -> PickMeUpViewModel {
    guard let session, let rideOptionCache else { notSignedIn() }
    let rideRemoteAPI = makeRideRemoteAPI(session: session, location: location)
    self.rideRemoteAPI = rideRemoteAPI
    return PickMeUpViewModel(
      location: location,
      rideRemoteAPI: rideRemoteAPI,
      rideOptionCache: rideOptionCache,
      makeConfirmationViewModel: makeConfirmationViewModel)
  }

  func makeRideRemoteAPI(session: UserSession, location: Location) -> any RideRemoteAPI {
    switch outside.rideRemoteAPIVariant() {
    case .grid: GridRideRemoteAPI(session: session, pickUp: location)
    case .straight: StraightRideRemoteAPI(session: session, pickUp: location)
    }
  }

  func makeConfirmationViewModel(dropOff: Location) -> ConfirmationViewModel {
    guard let rideRemoteAPI else { notSignedIn() }
    return ConfirmationViewModel(dropOff: dropOff, rideRemoteAPI: rideRemoteAPI)
  }
}

/// Ends the program: a part was made outside of its time, which the compiler cannot see.
private func notSignedIn() -> Never {
  fatalError("Sign in, and begin a pick-up, before the parts that need them are made.")
}
