import AuthenticationExample

/// Hands what lives long to the factories of the signed-in part.
struct SignedInFactory: SignedInViewModelFactory {
  let factories: KooberObjectFactories
  let outside: Outside
  let userSessionRepository: any UserSessionRepository

  func makeSignedInViewModel(
    session: UserSession, notSignedInResponder: any NotSignedInResponder
  ) -> SignedInViewModel {
    factories.makeSignedInViewModel(
      session: session, outside: outside, userSessionRepository: userSessionRepository,
      rideOptionCache: RideOptionCache(), notSignedInResponder: notSignedInResponder)
  }
}

extension KooberObjectFactories {
  func makeSignedInViewModel(
    session: UserSession, outside: Outside, userSessionRepository: any UserSessionRepository,
    rideOptionCache: RideOptionCache, notSignedInResponder: any NotSignedInResponder
  ) -> SignedInViewModel {
    SignedInViewModel(
      session: session,
      userSessionRepository: userSessionRepository,
      notSignedInResponder: notSignedInResponder,
      makePickMeUpViewModel: { location in
        makePickMeUpViewModel(
          session: session, outside: outside, rideOptionCache: rideOptionCache,
          location: location)
      })
  }

  func makePickMeUpViewModel(
    session: UserSession, outside: Outside, rideOptionCache: RideOptionCache, location: Location
  ) -> PickMeUpViewModel {
    let rideRemoteAPI = makeRideRemoteAPI(session: session, outside: outside, location: location)
    return PickMeUpViewModel(
      location: location,
      rideRemoteAPI: rideRemoteAPI,
      rideOptionCache: rideOptionCache,
      makeConfirmationViewModel: { dropOff in
        makeConfirmationViewModel(dropOff: dropOff, rideRemoteAPI: rideRemoteAPI)
      })
  }

  func makeRideRemoteAPI(
    session: UserSession, outside: Outside, location: Location
  ) -> any RideRemoteAPI {
    switch outside.rideRemoteAPIVariant() {
    case .grid: GridRideRemoteAPI(session: session, pickUp: location)
    case .straight: StraightRideRemoteAPI(session: session, pickUp: location)
    }
  }

  func makeConfirmationViewModel(
    dropOff: Location, rideRemoteAPI: any RideRemoteAPI
  ) -> ConfirmationViewModel {
    ConfirmationViewModel(dropOff: dropOff, rideRemoteAPI: rideRemoteAPI)
  }
}
