import AllocationProbe
import AuthenticationExample

/// One way through all screens, from launch to sign-out, with the objects counted on the way.
@MainActor
struct RoundTrip {
  private(set) var objectsPerScreen: [(screen: String, objects: Int)] = []
  private(set) var aliveAfterSignOut: [String] = []
  private var objects = 0

  init(of candidate: Candidate) async throws {
    ObjectProbe.begin()
    defer { ObjectProbe.end() }
    let johnny = Credentials(email: "johnny@gmail.com", password: "secret")
    let outside = Outside(
      authRemoteAPI: InMemoryAuthRemoteAPI(accounts: [johnny]),
      userSessionDataStore: InMemoryUserSessionDataStore())
    let main = candidate.type.init(outside: outside).makeMainViewModel()
    count("root")
    try main.launch()
    count("launch, welcome")
    let aliveBefore = graphObjects(ObjectProbe.alive)

    try await signIn(main, as: johnny)
    try pickUp(main)
    try signedIn(main).signOut()
    aliveAfterSignOut = graphObjects(ObjectProbe.alive).removing(aliveBefore)
    guard ObjectProbe.overflow == 0 else {
      throw MeasureError("\(ObjectProbe.overflow) objects were not remembered. Enlarge the probe.")
    }
  }

  private mutating func signIn(_ main: MainViewModel, as rider: Credentials) async throws {
    let form = try main.signInForm()
    count("sign in")
    try await form.signIn(rider)
    count("signed in")
  }

  private mutating func pickUp(_ main: MainViewModel) throws {
    let place = Location(latitude: 0, longitude: 0)
    try signedIn(main).pickMeUp(at: place)
    count("pick me up")
    try signedIn(main).pickUp?.choose(dropOff: place)
    count("confirm")
  }

  private func signedIn(_ main: MainViewModel) throws -> SignedInViewModel {
    guard case .signedIn(let signedIn) = main.state else {
      throw MeasureError("There is no session after signing in.")
    }
    return signedIn
  }

  private mutating func count(_ screen: String) {
    let created = graphObjects(ObjectProbe.created).count
    objectsPerScreen.append((screen, created - objects))
    objects = created
  }
}

/// Returns the names of those types that belong to the graph, and not to what measures it.
private func graphObjects(_ types: [String]) -> [String] {
  types.filter { $0.contains("Example.") }.compactMap {
    $0.split(separator: ".").last.map(String.init)
  }
}

extension [String] {
  fileprivate func removing(_ others: [String]) -> [String] {
    var rest = self
    for other in others {
      if let index = rest.firstIndex(of: other) { rest.remove(at: index) }
    }
    return rest
  }
}
