import AuthenticationExample

struct OnDemandSignedInViewModelFactory: SignedInViewModelFactory {
  func makeSignedInViewModel(
    session: UserSession, notSignedInResponder: any NotSignedInResponder
  ) -> SignedInViewModel {
    guard let repository = globalUserSessionRepository else { notSetUp() }
    // Nothing ends with the session, so the next rider's sign-in has to clear what is left.
    globalRideOptionCache = RideOptionCache()
    globalRideRemoteAPI = nil
    return SignedInViewModel(
      session: session,
      userSessionRepository: repository,
      notSignedInResponder: notSignedInResponder,
      makePickMeUpViewModel: { location in
        guard let outside = globalOutside, let cache = globalRideOptionCache else { notSetUp() }
        let rideRemoteAPI: any RideRemoteAPI =
          switch outside.rideRemoteAPIVariant() {
          case .grid: GridRideRemoteAPI(session: session, pickUp: location)
          case .straight: StraightRideRemoteAPI(session: session, pickUp: location)
          }
        globalRideRemoteAPI = rideRemoteAPI
        return PickMeUpViewModel(
          location: location,
          rideRemoteAPI: rideRemoteAPI,
          rideOptionCache: cache,
          makeConfirmationViewModel: { dropOff in
            guard let rideRemoteAPI = globalRideRemoteAPI else { notSetUp() }
            return ConfirmationViewModel(dropOff: dropOff, rideRemoteAPI: rideRemoteAPI)
          })
      })
  }
}
