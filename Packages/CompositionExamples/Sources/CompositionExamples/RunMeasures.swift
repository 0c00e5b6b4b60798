import AllocationProbe
import AuthenticationExample
import Basics
import SourceEvidence
import Synchronization

/// The measures of a composition that runs.
@MainActor
struct RunMeasures {
  /// The types of the objects that are alive after sign-out and were not before sign-in.
  private(set) var aliveAfterSignOut: [String] = []
  /// Whether a pick-up keeps the ride API it began with, and the next one follows the switch.
  private(set) var substitutesPerPickUp = false
  /// The kinds of stores that kept the session of their graph; both graphs are in this process.
  private(set) var storesInUse: [String] = []

  /// Whether two graphs in one process leave each other alone.
  var graphsAreIndependent: Bool { storesInUse.count == 2 }

  /// Leads one rider through all screens, and another one into a second graph.
  ///
  /// - Parameter candidate: A composition; one with globals has to be the first in its process.
  init(of candidate: Candidate) async throws {
    let johnny = Credentials(email: "johnny@gmail.com", password: "secret")
    let store = InMemoryUserSessionDataStore()
    let variant = Mutex(RideRemoteAPIVariant.straight)
    ObjectProbe.begin()
    let main = graph(candidate, of: johnny, on: store) { variant.withLock { $0 } }
    try main.launch()
    let aliveBefore = graphObjects()
    if let signedIn = try await signIn(johnny, to: main) {
      if try store.read(using: LineUserSessionCoder()) == signedIn.session {
        storesInUse.append("memory")
      }
      substitutesPerPickUp = follows(signedIn) { variant.withLock { $0 = .grid } }
      try signedIn.signOut()
    }
    aliveAfterSignOut = graphObjects()
    for type in aliveBefore {
      if let index = aliveAfterSignOut.firstIndex(of: type) { aliveAfterSignOut.remove(at: index) }
    }
    let overflow = ObjectProbe.overflow
    ObjectProbe.end()
    guard overflow == 0 else { throw EvidenceError("\(overflow) objects were not remembered.") }

    let rosa = Credentials(email: "rosa@gmail.com", password: "hidden")
    let folder = try TemporaryFolder()
    let file = FileUserSessionDataStore(path: folder.path(of: "session"))
    let second = graph(candidate, of: rosa, on: file) { .grid }
    second.notSignedIn()
    if let session = try await signIn(rosa, to: second)?.session,
      try file.read(using: LineUserSessionCoder()) == session
    {
      storesInUse.append("file")
    }
    withExtendedLifetime((main, folder)) {}
  }
}

/// Returns the root of a graph whose cloud knows one rider.
@MainActor
private func graph(
  _ candidate: Candidate, of rider: Credentials, on store: any UserSessionDataStore,
  variant: @escaping @Sendable () -> RideRemoteAPIVariant
) -> MainViewModel {
  let outside = Outside(
    authRemoteAPI: InMemoryAuthRemoteAPI(accounts: [rider]), userSessionDataStore: store,
    rideRemoteAPIVariant: variant)
  return candidate.type.init(outside: outside).makeMainViewModel()
}

/// Signs in with the form; `nil` where the graph asks another one's cloud.
@MainActor
private func signIn(
  _ rider: Credentials, to main: MainViewModel
) async throws -> SignedInViewModel? {
  guard case .onboarding(let onboarding) = main.state else { return nil }
  onboarding.goToSignIn()
  guard case .signIn(let form) = onboarding.screen else { return nil }
  do {
    try await form.signIn(rider)
  } catch .wrongCredentials {
    return nil
  }
  guard case .signedIn(let signedIn) = main.state else { return nil }
  return signedIn
}

/// Makes two pick-ups, and turns the switch during the first one.
@MainActor
private func follows(_ signedIn: SignedInViewModel, switchOver: () -> Void) -> Bool {
  // As far from the pick-up by either measure, and not remembered from one another.
  let places = [(0.003, 0.004), (0.004, 0.003), (0.003, -0.004)].map {
    Location(latitude: $0, longitude: $1)
  }
  let pickUp = Location(latitude: 0, longitude: 0)
  signedIn.pickMeUp(at: pickUp)
  let before = signedIn.pickUp?.distance(to: places[0])
  switchOver()
  let during = signedIn.pickUp?.distance(to: places[1])
  signedIn.pickMeUp(at: pickUp)
  let after = signedIn.pickUp?.distance(to: places[2])
  signedIn.pickUp?.choose(dropOff: places[0])
  return before == during && during != after
}

/// Returns the types of the objects alive that belong to the graph, and not to what measures it.
private func graphObjects() -> [String] {
  ObjectProbe.alive.filter { $0.contains("Example.") }
    .compactMap { $0.split(separator: ".").last.map(String.init) }
}
