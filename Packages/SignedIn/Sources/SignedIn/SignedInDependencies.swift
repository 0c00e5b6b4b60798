public import Commands
public import Core
public import FeatureFlags

/// The dependencies of the signed-in scope: ports, so that an app chooses where rides, places and
/// accounts are.
public protocol SignedInDependencies: Sendable {
  /// The rider's session: only a scope that has one can be asked.
  var session: UserSession { get }
  /// Returns a new object with the rider's rides, for example a ``CloudRideRemoteAPI``: each pick-up
  /// has one of its own.
  func makeRideRemoteAPI() -> any RideRemoteAPI
  /// The part of the account that the stored session does not hold, for example a ``CloudAccountRemoteAPI``.
  var accountRemoteAPI: any AccountRemoteAPI { get }
  var userSessionRepository: any UserSessionRepository { get }
  /// The places as the rider's flags rank them.
  var places: Places { get }
  /// Finds out where the rider is.
  var locator: any Locator { get }
  /// The rider's stream of events, which all features share.
  var liveEvents: LiveEvents { get }
  /// The flags of the rider.
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
  /// The map of the rider's scope, which other features draw on, too.
  var mapTiles: MapTiles { get }
  /// Returns what friends share of rides that are under way; nothing while the cloud does not answer.
  func friendsUnderWay() async -> [InboxItem]
  /// Opens the signed-in scope anew with a changed profile.
  @MainActor var signedInResponder: any SignedInResponder { get }
  /// Closes the signed-in scope after a sign-out.
  @MainActor var notSignedInResponder: any NotSignedInResponder { get }
}
