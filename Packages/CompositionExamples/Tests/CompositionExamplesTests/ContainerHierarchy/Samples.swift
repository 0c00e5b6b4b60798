import AuthenticationExample

extension Outside {
  static var inMemory: Outside {
    Outside(
      authRemoteAPI: InMemoryAuthRemoteAPI(accounts: [
        Credentials(email: "johnny@gmail.com", password: "secret")
      ]),
      userSessionDataStore: InMemoryUserSessionDataStore())
  }
}

extension UserSession {
  static let johnny = UserSession(email: "johnny@gmail.com", token: "t")
}

extension Location {
  static let operaHouse = Location(latitude: -33.858667, longitude: 151.214028)
}
