import AuthenticationExample

extension KooberObjectFactories: SignedInViewModelFactory {
  func makeSignedInViewModel(
    session: UserSession, notSignedInResponder: any NotSignedInResponder
  ) -> SignedInViewModel {
    // Nothing ends with the session, so the next rider's sign-in has to clear what is left.
    globalRideOptionCache = RideOptionCache()
    globalRideRemoteAPI = nil
    return SignedInViewModel(
      session: session,
      userSessionRepository: sharedUserSessionRepository(),
      notSignedInResponder: notSignedInResponder,
      makePickMeUpViewModel: { makePickMeUpViewModel(session: session, location: $0) })
  }

  func makePickMeUpViewModel(session: UserSession, location: Location) -> PickMeUpViewModel {
    guard let cache = globalRideOptionCache else { notSetUp() }
    let rideRemoteAPI = makeRideRemoteAPI(session: session, location: location)
    globalRideRemoteAPI = rideRemoteAPI
    return PickMeUpViewModel(
      location: location,
      rideRemoteAPI: rideRemoteAPI,
      rideOptionCache: cache,
      makeConfirmationViewModel: makeConfirmationViewModel)
  }

  func makeRideRemoteAPI(session: UserSession, location: Location) -> any RideRemoteAPI {
    guard let outside = globalOutside else { notSetUp() }
    return switch outside.rideRemoteAPIVariant() {
    case .grid: GridRideRemoteAPI(session: session, pickUp: location)
    case .straight: StraightRideRemoteAPI(session: session, pickUp: location)
    }
  }

  func makeConfirmationViewModel(dropOff: Location) -> ConfirmationViewModel {
    guard let rideRemoteAPI = globalRideRemoteAPI else { notSetUp() }
    return ConfirmationViewModel(dropOff: dropOff, rideRemoteAPI: rideRemoteAPI)
  }
}
