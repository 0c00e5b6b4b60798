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

  /// Says whether a behavior holds with the session in a storage.
  public typealias Check = @MainActor (Candidate, Behavior, Storage) async throws -> Bool

  /// Runs the graph through all of its screens.
  ///
  /// - Parameters:
  ///   - candidate: A composition; one that needs its own process has to be the first there.
  ///   - check: Runs a behavior, in another process where the composition needs one.
  @MainActor
  public init(of candidate: Candidate, check: Check = Self.check) async throws {
    // First, because it counts what the first graph of a process brings to life.
    let trip = try await RoundTrip(of: candidate)
    objectsPerScreen = trip.objectsPerScreen
    aliveAfterSignOut = trip.aliveAfterSignOut
    graphsAreIndependent = try await Self.graphsAreIndependent(of: candidate)
    failuresInMemory = try await Self.failures(of: candidate, storage: .memory, check)
    failuresOnFile = try await Self.failures(of: candidate, storage: .file, check)
  }

  /// Runs a behavior in this process.
  @MainActor
  public static func check(
    _ candidate: Candidate, _ behavior: Behavior, _ storage: Storage
  ) async -> Bool {
    do {
      try await behavior.check(candidate.type, storage: storage)
      return true
    } catch {
      return false
    }
  }

  @MainActor
  private static func failures(
    of candidate: Candidate, storage: Storage, _ check: Check
  ) async throws -> [Behavior] {
    var failures: [Behavior] = []
    for behavior in Behavior.allCases where try await !check(candidate, behavior, storage) {
      failures.append(behavior)
    }
    return failures
  }

  /// Says whether riders of two clouds can sign in, each in the graph of the own one.
  @MainActor
  private static func graphsAreIndependent(of candidate: Candidate) async throws -> Bool {
    let riders = ["johnny@gmail.com", "rosa@gmail.com"].map {
      Credentials(email: $0, password: "secret")
    }
    let roots = riders.map { rider in
      let outside = Outside(
        authRemoteAPI: InMemoryAuthRemoteAPI(accounts: [rider]),
        userSessionDataStore: InMemoryUserSessionDataStore())
      return candidate.type.init(outside: outside).makeMainViewModel()
    }
    do {
      for (rider, root) in zip(riders, roots) {
        root.notSignedIn()
        try await root.signInForm().signIn(rider)
      }
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
