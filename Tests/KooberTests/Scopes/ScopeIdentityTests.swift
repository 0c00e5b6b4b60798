import Composition
import Core
import CoreTesting
import FeatureFlags
import Onboarding
import Synchronization
import Testing

@testable import SignedIn
@testable import koober

/// One object where one is promised, and another one in the next scope.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ScopeIdentityTests {
  private let machine: TestMachine
  private let container: AppContainer

  init() throws {
    machine = try TestMachine()
    container = try machine.openProcessScope(flags: ["user-session-store=memory"])
  }

  @Test func `Everything in a pick-up speaks to its one ride API`() {
    let counting = CountingDependencies(signedIn: openRiderScope().signedIn)
    let pickUp = PickMeUpContainer(dependencies: counting, pickup: Waypoint(.operaHouse))

    for _ in 1...2 {
      let model = pickUp.makePickMeUpViewModel()
      _ = pickUp.makeDropoffLocationPickerViewModel(responder: model)
      _ = pickUp.makeRideOptionPickerViewModelFactory(responder: model)
        .create(payload: Trip(pickup: .operaHouse, dropoff: .appleStore))
    }

    #expect(counting.rideRemoteAPIs.count == 1)
    #expect(counting.rideRemoteAPIs.first === pickUp.rideRemoteAPI)
  }

  @Test func `Each pick-up has a ride API of its own, and all share the rider's options`() {
    let signedIn = openRiderScope().signedIn
    let first = signedIn.makePickMeUpContainer(pickup: Waypoint(.operaHouse))
    let second = signedIn.makePickMeUpContainer(pickup: Waypoint(.operaHouse))
    let dependencies: any PickMeUpDependencies = signedIn

    #expect(first.rideRemoteAPI !== second.rideRemoteAPI)
    #expect(dependencies.rideOptionRepository === signedIn.rideOptionRepository)
  }

  @Test func `Signed out and signed in are about one session store`() async throws {
    try await container.openSignedOutScope().makeOnboardingContainer().signUp(.johnny)
    let stored = try await container.userSessionRepository.readUserSession()
    let rider = container.openRiderScope(of: try #require(stored))

    _ = try await rider.signedIn.signOut()

    #expect(try await container.userSessionRepository.readUserSession() == nil)
  }

  @Test func `A sign-in shares no object with the one before`() {
    let first = openRiderScope()
    let second = openRiderScope()

    #expect(first !== second)
    #expect(first.container.flagScope !== second.container.flagScope)
    #expect(
      first.signedIn.rideOptionRepository !== second.signedIn.rideOptionRepository)
  }

  private func openRiderScope() -> RiderScope {
    container.openRiderScope(of: .johnny)
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
  var flagScope: FlagScope { signedIn.flagScope }
  var services: SystemServices { signedIn.services }

  func knownPlaces(asking rideRemoteAPI: any RideRemoteAPI) -> KnownPlaces {
    signedIn.knownPlaces(asking: rideRemoteAPI)
  }

  func makeRideRemoteAPI() -> any RideRemoteAPI {
    let rideRemoteAPI = signedIn.makeRideRemoteAPI()
    made.withLock { $0.append(rideRemoteAPI) }
    return rideRemoteAPI
  }
}
