import AuthenticationExample
import Composition
import ContainerHierarchyExample
import Testing

extension ExamplesTests {
  @MainActor
  struct HierarchyOverrideTests {
    /// Answers for one pick-up with another ride API, and for the rest with the real scope.
    private struct StraightPickUp: PickUpDependencies {
      let signedIn: SignedInContainer

      var session: UserSession { signedIn.session }
      var rideOptionCache: RideOptionCache { signedIn.rideOptionCache }
      var lifetimeMonitor: LifetimeMonitor { signedIn.lifetimeMonitor }
      var rideRemoteAPIVariant: @Sendable () -> RideRemoteAPIVariant { { .straight } }
    }

    @Test func `An override holds for the scope it is given to, and for no other`() {
      let app = AppContainer(outside: .inMemory)
      let origin = Location(latitude: 0, longitude: 0)
      let signedIn = SignedInContainer(dependencies: app, session: .johnny)
      let overridden = PickUpContainer(
        dependencies: StraightPickUp(signedIn: signedIn), location: origin
      ).makePickMeUpViewModel()
      let other = PickUpContainer(
        dependencies: SignedInContainer(dependencies: app, session: .johnny), location: origin
      ).makePickMeUpViewModel()

      let dropOff = Location(latitude: 0.003, longitude: 0.004)

      #expect(Int(overridden.distance(to: dropOff).rounded()) == 556)
      #expect(Int(other.distance(to: dropOff).rounded()) == 778)
    }
  }
}
