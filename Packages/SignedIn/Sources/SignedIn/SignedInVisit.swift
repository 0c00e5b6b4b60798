import Composition
import Core
import Observation
import RideUI
import Terminal

/// The scenes of the signed-in scope.
enum SignedInScene: Hashable, Sendable {
  /// Finds out where the rider is.
  case gettingLocation
  /// From "where to?" to the accepted ride.
  case pickMeUp(PickMeUpSetup)
  /// One ride, from its request to its receipt.
  case ride(Ride)
  /// The form of the amount of a tip.
  case tipForm(Ride)
  /// The rider's rides.
  case rides
  case map(MapSnapshot)
  case profile
  /// The forms and the list that change the account.
  case profileForm, passwordForm, sessions, deletionForm
}

/// What is known before a pick-up.
struct PickMeUpSetup: Hashable, Sendable {
  let pickup: Waypoint
  /// The drop-off of a ride that is requested again.
  var dropoff: Waypoint?
}

/// The scope of one visit: the scene that the flow, a menu or a link leads to, and those that follow.
struct SignedInVisit {
  let news = AccountNews()
  private let container: SignedInContainer
  /// Leads on from the scenes; its navigator keeps what keeps this.
  private weak var flow: RideFlow?

  @MainActor init(_ container: SignedInContainer, _ flow: RideFlow?) {
    (self.container, self.flow) = (container, flow)
  }
}

extension SignedInVisit: SceneContainer {
  func makeScreen(for scene: SignedInScene, navigator: Navigator) -> any NavigableScreen {
    let (scenes, profile) = (Scenes(of: self, in: navigator), container.session.profile)
    return switch scene {
    case .gettingLocation:
      GettingLocationScreen(
        model: container.makeGettingLocationViewModel(responder: flow), profile: profile,
        navigator: navigator)
    case .pickMeUp(let setup):
      container.makePickMeUpContainer(pickup: setup.pickup).makePickMeUpScreen(
        to: setup.dropoff, responder: flow, pickupResponder: flow, profile: profile,
        navigator: navigator)
    case .ride(let ride):
      WaitingForPickupScreen(
        model: container.makeWaitingForPickupViewModelFactory(responder: flow)
          .create(payload: ride),
        tiles: container.mapTiles, wallClock: container.services.wallClock, profile: profile,
        rideMenu: { [weak flow] in flow?.rideMenu($0) ?? [] },
        askForAmount: { scenes.push(.tipForm($0)) }, navigator: navigator)
    case .tipForm(let ride): container.makeTipForm(ride, navigator: navigator)
    case .rides:
      RideHistoryScreen(
        rideRemoteAPI: container.makeRideRemoteAPI(), knownRides: container.knownRides,
        liveEvents: container.liveEvents, tiles: container.mapTiles,
        wallClock: container.services.wallClock, scenes: scenes)
    case .map(let snapshot):
      MapScreen(model: container.makeMapViewModel(of: snapshot), navigator: navigator)
    case .profile:
      ProfileScreen(model: container.makeProfileViewModel(), news: news, scenes: scenes)
    case .profileForm: container.makeProfileForm(navigator: navigator)
    case .passwordForm: container.makePasswordForm(telling: news, navigator: navigator)
    case .sessions: SessionsScreen(remoteAPI: container.accountRemoteAPI, navigator: navigator)
    case .deletionForm: container.makeDeletionForm(navigator: navigator)
    }
  }
}

/// What has happened to the account on the screens that the profile leads to.
@MainActor @Observable final class AccountNews {
  var line: Styled?
  nonisolated init() {}
}
