import AuthenticationExample

struct OnDemandSignedInViewModelFactory: SignedInViewModelFactory {
  func makeSignedInViewModel(
    session: UserSession, notSignedInResponder: any NotSignedInResponder
  ) -> SignedInViewModel {
    // Nothing ends with the session, so the next rider's sign-in has to clear what is left.
    globalRideOptionCache.removeAll()
    return SignedInViewModel(
      session: session,
      userSessionRepository: KooberUserSessionRepository(
        remoteAPI: globalAuthRemoteAPI, dataStore: globalUserSessionDataStore,
        coder: LineUserSessionCoder()),
      notSignedInResponder: notSignedInResponder,
      makePickMeUpViewModel: { location in
        let rideRemoteAPI: any RideRemoteAPI =
          switch globalRideRemoteAPIVariant() {
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
