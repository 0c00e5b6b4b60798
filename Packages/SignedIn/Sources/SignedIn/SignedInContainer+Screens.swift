import Composition
import Core
public import Terminal

/// The screens of the signed-in scope.
extension SignedInContainer {
  /// Returns the way from the rider's location to the end of a ride, and on to the next one.
  @MainActor
  public func makeRideFlow(navigator: Navigator) -> RideFlow {
    RideFlow(container: self, navigator: navigator)
  }

  /// Returns the rider's profile, from which the rider can sign out.
  @MainActor
  public func makeProfileScreen(navigator: Navigator) -> some NavigableScreen {
    ProfileScreen(
      model: makeProfileViewModel(), navigator: navigator, clock: services.screenClock)
  }

  /// Returns the rides that the rider has had.
  @MainActor
  public func makeRideHistoryScreen(navigator: Navigator) -> some NavigableScreen {
    RideHistoryScreen(model: makeRideHistoryViewModel(), navigator: navigator)
  }
}
