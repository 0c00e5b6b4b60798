import Composition
import Core
import RideUI
public import Terminal

/// Receives an accepted ride; implemented above the requests.
@MainActor protocol RideAcceptedResponder: AnyObject {
  /// Goes on to waiting for this ride.
  func rideAccepted(_ ride: Ride)
}

/// Receives the wish for another ride; implemented above the waiting.
@MainActor protocol NewRideResponder: AnyObject {
  /// Goes back to where a ride begins, after one that has ended.
  func newRide(after ride: Ride)
  /// Goes to the choice of a ride for the same trip.
  func requestAgain(_ ride: Ride)
}

/// Leads from the rider's location to the end of a ride, and on to the next one.
///
/// The screen of the current part of the way is the navigator's root; others come over it.
@MainActor public final class RideFlow {
  private let container: SignedInContainer
  private let navigator: Navigator
  let rideMenu: @MainActor (Ride) -> [MenuItem]
  private lazy var currentRide = CurrentRideViewModel(
    knownRides: self.container.knownRides, rideRemoteAPI: self.container.makeRideRemoteAPI(),
    liveEvents: self.container.dependencies.liveEvents, responder: self,
    age: { [weak navigator] in navigator?.age ?? 0 })
  private var arrival: Waypoint?

  init(
    container: SignedInContainer, navigator: Navigator,
    rideMenu: @escaping @MainActor (Ride) -> [MenuItem]
  ) {
    (self.container, self.navigator, self.rideMenu) = (container, navigator, rideMenu)
  }

  /// The current ride, for the status line; a ride that was requested elsewhere is shown, too.
  public var statusProvider: any StatusProvider { currentRide }

  private var scenes: Scenes<SignedInScene> {
    Scenes(of: SignedInVisit(container, self), in: navigator)
  }

  /// Shows the screens until all are left.
  public func run(on terminal: any Terminal) async throws -> NavigationEnd {
    try await scenes.run(from: .gettingLocation, on: terminal)
  }
}

extension RideFlow: PickupLocatedResponder, PickupSelectedResponder, RideAcceptedResponder,
  NewRideResponder
{
  func pickupLocated(at location: Location) {
    guard scenes.root == .gettingLocation else { return }
    pickUp(at: arrival ?? Waypoint(location))
  }

  private func pickUp(at pickup: Waypoint, to dropoff: Waypoint? = nil) {
    scenes.replaceRoot(with: .pickMeUp(PickMeUpSetup(pickup: pickup, dropoff: dropoff)))
  }

  func pickupSelected(at pickup: Waypoint) { pickUp(at: pickup) }

  func rideAccepted(_ ride: Ride) {
    // The request was sent before what the stream may have told of its ride meanwhile.
    currentRide.show(ride, answering: 0)
    // The answer to the request and the search for a current ride may both tell of it.
    guard shownRide?.id != ride.id else { return }
    scenes.replaceRoot(with: .ride(ride))
  }

  func newRide(after ride: Ride) {
    currentRide.dismiss()
    arrival = ride.state == .completed ? ride.dropoff : nil
    scenes.replaceRoot(with: .gettingLocation)
  }

  func requestAgain(_ ride: Ride) {
    navigator.popToRoot()
    // One ride at a time: the current one is shown instead.
    if let shownRide, !shownRide.state.isEnded { return }
    currentRide.dismiss()
    pickUp(at: ride.pickup, to: ride.dropoff)
  }

  /// The newest state of the ride that is the current part of the way.
  private var shownRide: Ride? {
    guard case .ride(let ride)? = scenes.root else { return nil }
    return container.knownRides.newest(ride)
  }
}
