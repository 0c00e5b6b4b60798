import AllocationProbe
import AuthenticationExample
import Composition
import CompositionTesting
import ContainerHierarchyExample
import Testing

extension ExamplesTests {
  @MainActor
  struct HierarchyLifetimeTests {
    private let monitor: LifetimeMonitor
    private let main: MainViewModel

    init() {
      let app = AppContainer(outside: .inMemory)
      monitor = app.lifetimeMonitor
      main = app.makeMainViewModel()
    }

    @Test func `No object of the signed-in scope is alive after sign-out`() throws {
      var watch = ObjectWatch()

      try signInAndOut(watching: &watch)

      #expect(watch.survivors == [])
    }

    @Test func `A pick-up ends when the next one begins`() throws {
      main.signedIn(to: .johnny)
      var watch = ObjectWatch()
      try signedIn().pickMeUp(at: .operaHouse)
      try watch.watch(#require(signedIn().pickUp))

      try signedIn().pickMeUp(at: .operaHouse)

      #expect(watch.survivors == [])
      #expect(try signedIn().pickUp != nil)
    }

    @Test func `A new sign-in shares no object with the old one`() throws {
      main.signedIn(to: .johnny)
      let old = try signedIn()
      main.notSignedIn()
      main.signedIn(to: .johnny)

      #expect(try signedIn() !== old)
    }

    @Test(arguments: [true, false])
    func `Releasing the root releases everything under it`(isSignedIn: Bool) throws {
      var watch = ObjectWatch()
      var root: MainViewModel? = AppContainer(outside: .inMemory).makeMainViewModel()
      try watch.watch(#require(root))
      if isSignedIn {
        root?.signedIn(to: .johnny)
        if case .signedIn(let signedIn) = root?.state { signedIn.pickMeUp(at: .operaHouse) }
      } else {
        root?.notSignedIn()
        if case .onboarding(let onboarding) = root?.state { onboarding.goToSignIn() }
      }

      root = nil

      #expect(watch.survivors == [])
    }

    @Test func `Ten thousand sign-ins and sign-outs leave what one leaves`() throws {
      var watch = ObjectWatch()
      for _ in 0..<100 {
        ObjectProbe.begin()
        defer { ObjectProbe.end() }
        for _ in 0..<100 { try signInAndOut(watching: &watch) }
        if AllocationProbe.works {
          let graph = ObjectProbe.alive.filter { $0.contains("Example.") }
          #expect(
            graph == [
              "AuthenticationExample.WelcomeViewModel", "AuthenticationExample.OnboardingViewModel",
            ])
        }
      }

      #expect(watch.survivors == [])
    }

    #if DEBUG
      @Test func `The containers report the scopes alive`() throws {
        try main.launch()
        #expect(monitor.scopesAlive == ["process", "signed out"])
        main.signedIn(to: .johnny)
        #expect(monitor.scopesAlive == ["process", "signed in"])
        try signedIn().pickMeUp(at: .operaHouse)
        #expect(monitor.scopesAlive == ["process", "signed in", "pick-up"])
        try signedIn().pickMeUp(at: .operaHouse)
        #expect(monitor.scopesAlive == ["process", "signed in", "pick-up"])
        try signedIn().signOut()
        #expect(monitor.scopesAlive == ["process", "signed out"])
      }
    #endif

    private func signInAndOut(watching watch: inout ObjectWatch) throws {
      main.signedIn(to: .johnny)
      try watch.watch(signedIn())
      try signedIn().pickMeUp(at: .operaHouse)
      try signedIn().pickUp?.choose(dropOff: .operaHouse)
      try watch.watch(#require(signedIn().pickUp))
      try watch.watch(#require(signedIn().pickUp?.confirmation))
      try signedIn().signOut()
    }

    private func signedIn() throws -> SignedInViewModel {
      guard case .signedIn(let signedIn) = main.state else { throw NotSignedIn() }
      return signedIn
    }

    private struct NotSignedIn: Error {}
  }
}
