import Composition
import Core
import CoreTesting
import Onboarding
import Synchronization
import Testing

@testable import SignedIn
@testable import koober

/// One object where one is promised, and another one in the next scope.
@MainActor
struct ScopeIdentityTests {
  private let machine: TestMachine
  private let container: AppContainer

  init() throws {
    machine = try TestMachine()
    container = try machine.openProcessScope(flags: ["user-session-store=memory"])
  }

  @Test func `Everything in a pick-up speaks to its one ride API`() {
    let counting = CountingDependencies(signedIn: openSignedInScope().signedIn)
    let pickUp = PickMeUpContainer(dependencies: counting, pickup: Waypoint(.operaHouse))

    for _ in 1...2 {
      let model = pickUp.makePickMeUpViewModel()
      _ = pickUp.makeDropoffLocationPickerViewModel(responder: model)
      _ = pickUp.makeRideOptionPickerViewModel(
        dropoff: Waypoint(.appleStore), responder: model)
    }

    #expect(counting.rideRemoteAPIs.count == 1)
    #expect(counting.rideRemoteAPIs.first === pickUp.rideRemoteAPI)
  }

  @Test func `Each pick-up has a ride API of its own, and all share the rider's options`() {
    let signedIn = openSignedInScope().signedIn
    let first = signedIn.makePickMeUpContainer(pickup: Waypoint(.operaHouse))
    let second = signedIn.makePickMeUpContainer(pickup: Waypoint(.operaHouse))
    let dependencies: any PickMeUpDependencies = signedIn

    #expect(first.rideRemoteAPI !== second.rideRemoteAPI)
    #expect(dependencies.rideOptionRepository === signedIn.rideOptionRepository)
  }

  @Test func `Signed out and signed in are about one session store`() async throws {
    try await container.makeOnboardingContainer().signUp(.johnny)
    let stored = try await container.userSessionRepository.readUserSession()
    let scope = SignedInScope(container: container, session: try #require(stored))

    _ = try await scope.signedIn.signOut()

    #expect(try await container.userSessionRepository.readUserSession() == nil)
  }

  @Test func `A sign-in shares no object with the one before`() {
    let first = openSignedInScope()
    let second = openSignedInScope()

    #expect(first.rider !== second.rider)
    #expect(first.rider.flagScope !== second.rider.flagScope)
    #expect(first.signedIn.rideOptionRepository !== second.signedIn.rideOptionRepository)
  }

  private func openSignedInScope() -> SignedInScope {
    SignedInScope(container: container, session: .johnny)
  }
}

/// What a pick-up asks the signed-in scope for, with the ride APIs remembered that it was given.
private final class CountingDependencies: PickMeUpDependencies {
  private let signedIn: any PickMeUpDependencies
  private let made = Mutex<[any RideRemoteAPI]>([])

  init(signedIn: any PickMeUpDependencies) {
    self.signedIn = signedIn
  }

  var rideRemoteAPIs: [any RideRemoteAPI] { made.withLock { $0 } }

  var placeRemoteAPI: any PlaceRemoteAPI { signedIn.placeRemoteAPI }
  var rideOptionRepository: CachedRideOptionRepository { signedIn.rideOptionRepository }
  var rideOptionsLayout: any RideOptionsLayout { signedIn.rideOptionsLayout }
  var randomBytes: any RandomBytes { signedIn.randomBytes }
  var wallClock: any WallClock { signedIn.wallClock }
  var screenClock: any Clock<Duration> { signedIn.screenClock }
  var lifetimeMonitor: LifetimeMonitor { signedIn.lifetimeMonitor }

  func makeRideRemoteAPI() -> any RideRemoteAPI {
    let rideRemoteAPI = signedIn.makeRideRemoteAPI()
    made.withLock { $0.append(rideRemoteAPI) }
    return rideRemoteAPI
  }
}
