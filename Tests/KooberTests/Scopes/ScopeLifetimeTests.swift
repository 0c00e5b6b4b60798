import AllocationProbe
import BasicsTesting
import Composition
import CompositionTesting
import Core
import CoreTesting
import Onboarding
import Testing

@testable import Sharing
@testable import SignedIn
@testable import koober

/// Nothing outlives its scope.
@MainActor
struct ScopeLifetimeTests {
  @Test func `Ten thousand sign-ins and sign-outs leave no object`() async {
    // In a process of its own, because the probe sees the whole program.
    await #expect(processExitsWith: .success) {
      HangGuard.start(after: 30)
      try await Riders().comeAndGo(rounds: 10_000)
    }
  }

  @Test func `A hundred sign-ins and sign-outs through the cloud leave no scope`() async throws {
    let riders = try Riders()
    try await riders.signUpAndOut()
    try await riders.signInAndOut(rounds: 100)
  }
}

/// Riders of one process scope, whose scopes are watched.
@MainActor
private final class Riders {
  private let machine: TestMachine
  private let container: AppContainer

  init() throws {
    machine = try TestMachine()
    container = try machine.openProcessScope()
  }

  /// Opens and leaves the signed-in scope of a known session, with a pick-up in it, many times.
  ///
  /// Nothing here waits, so one thread creates all the objects and the probe sees them.
  func comeAndGo(rounds: Int) throws {
    // The process scope makes its own objects when they are first asked for, and keeps them.
    _ = container.authContainer
    for _ in 0..<rounds / 100 {
      var watch = ObjectWatch()
      ObjectProbe.begin()
      for _ in 0..<100 {
        container.mainViewModel.signedIn(to: .johnny)
        try useSignedInScope(watching: &watch)
        container.mainViewModel.notSignedIn()
      }
      try requireNoScope(watch)
      try requireNoObject()
      ObjectProbe.end()
    }
  }

  /// Opens an account through the signed-out scope and leaves it through the signed-in one.
  func signUpAndOut() async throws {
    try await container.openSignedOutScope().makeOnboardingContainer().signUp(.johnny)
    try await leave()
  }

  /// Signs in and out through the cloud, many times.
  func signInAndOut(rounds: Int) async throws {
    let credentials = Credentials(
      email: NewAccount.johnny.email, password: NewAccount.johnny.password)
    var watch = ObjectWatch()
    for _ in 0..<rounds {
      try await container.openSignedOutScope().makeOnboardingContainer().signIn(with: credentials)
      try useSignedInScope(watching: &watch)
      try await leave()
    }
    try requireNoScope(watch)
    #expect(try await container.userSessionRepository.readUserSession() == nil)
  }

  private func leave() async throws {
    _ = try await openScope().signedIn.signOut()
    #expect(container.mainViewModel.scene == .onboarding)
  }

  private func openScope() throws -> RiderScope {
    guard case .signedIn(let session) = container.mainViewModel.scene else {
      throw NotSignedIn()
    }
    return container.openRiderScope(of: session)
  }

  private struct NotSignedIn: Error {}

  /// Makes what the screens of a signed-in rider are made of.
  private func useSignedInScope(watching watch: inout ObjectWatch) throws {
    let rider = try openScope()
    let (signedIn, sharing) = (rider.signedIn, rider.sharing)
    watch.watch(rider)
    watch.watch(rider.container)
    watch.watch(rider.container.flagScope)
    watch.watch(signedIn.rideOptionRepository)
    watch.watch(signedIn.makeProfileViewModel())
    watch.watch(
      signedIn.makeWaitingForPickupViewModelFactory()
        .create(payload: .sample()))
    watch.watch(sharing.makeFriendsViewModel())
    watch.watch(
      sharing.makeShareViewModelFactory(
        notificationService: NotificationBoard(look: sharing.makeNotificationLook())
      ).create(payload: NewPost(text: "Hello")))
    usePickUpScope(of: signedIn, watching: &watch)
  }

  private func usePickUpScope(of signedIn: SignedInContainer, watching watch: inout ObjectWatch) {
    let pickUp = signedIn.makePickMeUpContainer(pickup: Waypoint(.operaHouse))
    let model = watch.watch(pickUp.makePickMeUpViewModel())
    watch.watch(pickUp.rideRemoteAPI)
    watch.watch(pickUp.makeDropoffLocationPickerViewModel(responder: model))
    watch.watch(
      pickUp.makeRideOptionPickerViewModelFactory(responder: model)
        .create(payload: Trip(pickup: .operaHouse, dropoff: .appleStore)))
    #if DEBUG
      let alive = container.services.lifetimeMonitor.scopesAlive
      #expect(Set(alive) == ["signed in", "sharing", "pick-up"] && alive.count == 3)
    #endif
  }

  private func requireNoScope(_ watch: ObjectWatch) throws {
    try #require(watch.survivors == [])
    try #require(container.services.lifetimeMonitor.scopesAlive == [])
  }

  /// Of everything that this thread created since the probe began, nothing of Koober is alive.
  private func requireNoObject() throws {
    guard AllocationProbe.works else { return }
    try #require(ObjectProbe.created.contains { $0 == "SignedIn.PickMeUpViewModel" })
    try #require(ObjectProbe.overflow == 0)
    try #require(ObjectProbe.alive.filter(isOfKoober) == [])
  }

  private func isOfKoober(_ type: String) -> Bool {
    let modules = [
      "Auth.", "Cloud.", "Composition.", "Core.", "FeatureFlags.", "Onboarding.", "Sharing.",
      "SignedIn.", "Terminal.", "koober.",
    ]
    return modules.contains { type.hasPrefix($0) }
  }
}
