import AuthenticationExample
import Testing

extension Behavior {
  @MainActor
  func checkStoredSession(_ setting: Setting) throws {
    let session = UserSession(email: "johnny@gmail.com", token: "kept")
    let graph = try Graph(setting, stored: "johnny@gmail.com\nkept")
    try graph.main.launch()
    try #require(graph.signedIn().session == session, "the stored session is used")
  }

  @MainActor
  func checkSignIn(_ setting: Setting) async throws {
    let graph = try Graph(setting)
    try graph.main.launch()
    try await graph.signInForm().signIn(.johnny)
    let session = UserSession(email: "johnny@gmail.com", token: "token of johnny@gmail.com")
    try #require(graph.signedIn().session == session, "the signed-in part has the session")
    try #require(graph.storedSession == session, "the session is stored")
  }

  @MainActor
  func checkSignUp(_ setting: Setting) async throws {
    let graph = try Graph(setting)
    try graph.main.launch()
    try await graph.signUpForm().signUp(Credentials(email: "ali@gmail.com", password: "new"))
    let session = UserSession(email: "ali@gmail.com", token: "token of ali@gmail.com")
    try #require(graph.signedIn().session == session, "the signed-in part has the session")
    try #require(graph.storedSession == session, "the session is stored")
  }

  @MainActor
  func checkSignOut(_ setting: Setting) async throws {
    let graph = try Graph(setting)
    try graph.main.launch()
    try await graph.signInForm().signIn(.johnny)
    try graph.signedIn().signOut()
    _ = try graph.welcome()
    try #require(graph.storedSession == nil, "no session is stored")
  }

  @MainActor
  func checkOneAPIPerPickUp(_ setting: Setting) throws {
    let graph = try signedInGraph(setting)
    try graph.signedIn().pickMeUp(at: .operaHouse)
    try graph.pickUp().choose(dropOff: .georgeStreet)
    try #require(graph.pickUp().sharesItsAPI, "both screens share the ride API")
    let summary = try graph.pickUp().confirmation?.summary
    try #require(
      summary == "johnny@gmail.com to -33.858129, 151.20939", "the request names the rider")
  }

  @MainActor
  func checkNextRider(_ setting: Setting) async throws {
    let graph = try signedInGraph(setting)
    try graph.signedIn().pickMeUp(at: .operaHouse)
    _ = try graph.pickUp().distance(to: .georgeStreet)
    try #require(graph.pickUp().distancesRemembered == 1, "a distance is remembered")
    try graph.signedIn().signOut()

    try await graph.signInForm().signIn(.rosa)
    try #require(graph.signedIn().pickUp == nil, "no pick-up is under way")
    try graph.signedIn().pickMeUp(at: .operaHouse)
    try #require(graph.pickUp().distancesRemembered == 0, "no distance is remembered")
    try graph.pickUp().choose(dropOff: .georgeStreet)
    let summary = try graph.pickUp().confirmation?.summary
    try #require(summary?.hasPrefix("rosa@gmail.com") == true, "the request names the next rider")
  }

  @MainActor
  func checkSubstitution(_ setting: Setting) throws {
    let graph = try signedInGraph(setting)
    let east = Location(latitude: 0.003, longitude: 0.004)
    let origin = Location(latitude: 0, longitude: 0)
    try graph.signedIn().pickMeUp(at: origin)
    graph.variant.set(.straight)
    try #require(
      Int(graph.pickUp().distance(to: east).rounded()) == 778, "the grid measures 778 meters")

    try graph.signedIn().signOut()
    graph.main.signedIn(to: UserSession(email: "rosa@gmail.com", token: "t"))
    try graph.signedIn().pickMeUp(at: origin)
    try #require(
      Int(graph.pickUp().distance(to: east).rounded()) == 556, "the line measures 556 meters")
  }

  @MainActor
  private func signedInGraph(_ setting: Setting) throws -> Graph {
    let graph = try Graph(setting)
    graph.main.signedIn(to: UserSession(email: "johnny@gmail.com", token: "t"))
    return graph
  }
}
