import AllocationProbe
import AuthenticationExample

/// What it costs to open the sign-in form of a new signed-out part.
public struct CostMeasures: Sendable {
  /// The median time in nanoseconds.
  public let nanoseconds: Double
  /// How often memory was asked for; `nil` where this cannot be counted.
  public let allocations: Int?

  /// Opens and releases the form some thousand times.
  @MainActor
  public init(of candidate: Candidate) throws {
    let outside = Outside(
      authRemoteAPI: InMemoryAuthRemoteAPI(),
      userSessionDataStore: InMemoryUserSessionDataStore())
    let main = candidate.type.init(outside: outside).makeMainViewModel()
    func open() throws {
      main.notSignedIn()
      guard case .onboarding(let onboarding) = main.state else {
        throw MeasureError("The signed-out part is not shown.")
      }
      onboarding.goToSignIn()
    }
    try open()
    allocations =
      AllocationProbe.works ? try AllocationProbe.countAllocations(during: open) : nil
    let clock = ContinuousClock()
    let repetitions = 1_000
    var times: [Double] = []
    for _ in 0..<31 {
      let duration = try clock.measure { for _ in 0..<repetitions { try open() } }
      times.append(duration / .nanoseconds(1) / Double(repetitions))
    }
    nanoseconds = times.sorted()[times.count / 2]
  }
}
