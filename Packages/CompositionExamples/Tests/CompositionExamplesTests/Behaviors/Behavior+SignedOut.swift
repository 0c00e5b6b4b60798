import AuthenticationExample
import Testing

extension Behavior {
  @MainActor
  func checkNoSession(_ setting: Setting) throws {
    let graph = try Graph(setting)
    try graph.main.launch()
    _ = try graph.welcome()
  }

  @MainActor
  func checkUnreadableSession(_ setting: Setting) throws {
    let graph = try Graph(setting, stored: "torn")
    do {
      try graph.main.launch()
      throw Unexpected("launching reports an unreadable session")
    } catch AuthenticationError.unreadableSession {
      _ = try graph.welcome()
    }
  }

  @MainActor
  func checkWelcome(_ setting: Setting) throws {
    let graph = try Graph(setting)
    try graph.main.launch()
    let welcome = try graph.welcome()
    welcome.signIn()
    guard case .signIn = try graph.onboarding().screen else {
      throw Unexpected("the sign-in form")
    }
    try graph.onboarding().goToSignUp()
    guard case .signUp = try graph.onboarding().screen else {
      throw Unexpected("the sign-up form")
    }
  }

  @MainActor
  func checkWrongPassword(_ setting: Setting) async throws {
    let graph = try Graph(setting)
    try graph.main.launch()
    let typed = Credentials(email: "johnny@gmail.com", password: "guess")
    do {
      try await graph.signInForm().signIn(typed)
      throw Unexpected("a wrong password is refused")
    } catch let error as AuthenticationError {
      try #require(error == .wrongCredentials(email: typed.email), "the refusal names the address")
    }
    guard case .signIn = try graph.onboarding().screen else {
      throw Unexpected("the form stays")
    }
    try #require(graph.storedSession == nil, "no session is stored")
  }

  @MainActor
  func checkFailingStore(_ setting: Setting) async throws {
    let graph = Graph(setting, store: FullUserSessionDataStore())
    try graph.main.launch()
    do {
      try await graph.signInForm().signIn(.johnny)
      throw Unexpected("a full disk is reported")
    } catch let error as AuthenticationError {
      try #require(error == .storeFailed(path: "/full"), "the report names the file")
    }
    _ = try graph.onboarding()
  }
}
