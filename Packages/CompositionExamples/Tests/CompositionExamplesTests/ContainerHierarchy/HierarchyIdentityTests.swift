import AuthenticationExample
import ContainerHierarchyExample
import Testing

extension ExamplesTests {
  @MainActor
  struct HierarchyIdentityTests {
    private let app = AppContainer(outside: .inMemory)

    private func signedIn() -> SignedInContainer {
      SignedInContainer(dependencies: app, session: .johnny)
    }

    @Test func `A signed-in scope has one cache, and the next scope another`() {
      let first = signedIn()
      let second = signedIn()

      #expect(first.rideOptionCache === first.rideOptionCache)
      #expect(first.rideOptionCache !== second.rideOptionCache)
    }

    @Test func `Both screens of a pick-up share its ride API`() {
      let pickUp = PickUpContainer(dependencies: signedIn(), location: .operaHouse)
      let screen = pickUp.makePickMeUpViewModel()

      screen.choose(dropOff: .operaHouse)

      #expect(screen.sharesItsAPI)
    }

    @Test func `All screens of a scope are new ones over the same long-lived objects`() {
      let pickUp = PickUpContainer(dependencies: signedIn(), location: .operaHouse)
      let first = pickUp.makePickMeUpViewModel()
      let second = pickUp.makePickMeUpViewModel()

      _ = first.distance(to: .operaHouse)

      #expect(first !== second)
      #expect(second.distancesRemembered == 1)
    }
  }
}
