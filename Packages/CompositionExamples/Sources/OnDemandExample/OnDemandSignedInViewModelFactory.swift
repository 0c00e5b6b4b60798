import AuthenticationExample

struct OnDemandSignedInViewModelFactory: SignedInViewModelFactory {
  func makeSignedInViewModel(
    session: UserSession, notSignedInResponder: any NotSignedInResponder
  ) -> SignedInViewModel {
    // Nothing ends with the session, so the next rider's sign-in has to clear what is left.
    globalRideOptionCache = RideOptionCache()
    return SignedInViewModel(
      session: session,
      userSessionRepository: KooberUserSessionRepository(
        remoteAPI: globalOutside.authRemoteAPI, dataStore: globalUserSessionDataStore,
        coder: LineUserSessionCoder()),
      notSignedInResponder: notSignedInResponder,
      makePickMeUpViewModel: { location in
        let rideRemoteAPI: any RideRemoteAPI =
          switch globalOutside.rideRemoteAPIVariant() {
          case .grid: GridRideRemoteAPI(session: session, pickUp: location)
          case .straight: StraightRideRemoteAPI(session: session, pickUp: location)
          }
        return PickMeUpViewModel(
          location: location,
          rideRemoteAPI: rideRemoteAPI,
          rideOptionCache: globalRideOptionCache,
          makeConfirmationViewModel: { dropOff in
            ConfirmationViewModel(dropOff: dropOff, rideRemoteAPI: rideRemoteAPI)
          })
      })
  }
}
