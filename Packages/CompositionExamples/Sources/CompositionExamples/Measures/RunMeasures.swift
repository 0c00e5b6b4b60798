public import AuthenticationBehaviors
import AuthenticationExample

/// What a composition shows when it runs.
public struct RunMeasures: Sendable {
  /// The shared behaviors that fail with the session in memory.
  public let failuresInMemory: [Behavior]
  /// The shared behaviors that fail with the session in a file.
  public let failuresOnFile: [Behavior]
  /// Whether two graphs in one process leave each other alone.
  public let graphsAreIndependent: Bool
  /// How many objects each screen brings to life, in the order of the screens.
  public let objectsPerScreen: [(screen: String, objects: Int)]
  /// The types of the objects that are alive after sign-out and were not before sign-in.
  public let aliveAfterSignOut: [String]

  /// Runs the graph through all of its screens.
  @MainActor
  public init(of candidate: Candidate) async throws {
    failuresInMemory = await Self.failures(of: candidate, storage: .memory)
    failuresOnFile = await Self.failures(of: candidate, storage: .file)
    graphsAreIndependent = try await Self.graphsAreIndependent(of: candidate)
    let trip = try await RoundTrip(of: candidate)
    objectsPerScreen = trip.objectsPerScreen
    aliveAfterSignOut = trip.aliveAfterSignOut
  }

  @MainActor
  private static func failures(of candidate: Candidate, storage: Storage) async -> [Behavior] {
    var failures: [Behavior] = []
    for behavior in Behavior.allCases {
      do {
        try await behavior.check(candidate.type, storage: storage)
      } catch {
        failures.append(behavior)
      }
    }
    return failures
  }

  /// Says whether a rider of the first graph's cloud can sign in after a second graph was made.
  @MainActor
  private static func graphsAreIndependent(of candidate: Candidate) async throws -> Bool {
    let johnny = Credentials(email: "johnny@gmail.com", password: "secret")
    func root(accounts: [Credentials]) -> MainViewModel {
      let outside = Outside(
        authRemoteAPI: InMemoryAuthRemoteAPI(accounts: accounts),
        userSessionDataStore: InMemoryUserSessionDataStore())
      return candidate.type.init(outside: outside).makeMainViewModel()
    }
    let first = root(accounts: [johnny])
    let second = root(accounts: [])
    defer { withExtendedLifetime(second) {} }
    try first.launch()
    do {
      try await first.signInForm().signIn(johnny)
      return true
    } catch AuthenticationError.wrongCredentials {
      return false
    }
  }
}

extension MainViewModel {
  /// Leads to the sign-in form.
  func signInForm() throws -> SignInViewModel {
    guard case .onboarding(let onboarding) = state else {
      throw MeasureError("The sign-in form is not reached from '\(state)'.")
    }
    onboarding.goToSignIn()
    guard case .signIn(let form) = onboarding.screen else {
      throw MeasureError("The sign-in form is not shown.")
    }
    return form
  }
}
