public import Core
public import FeatureFlags

/// The dependencies of sharing.
public protocol SharingDependencies: Sendable {
  /// The rider's session: only a scope that has one can be asked.
  var session: UserSession { get }
  var cloudClient: CloudClient { get }
  /// The flags of the rider.
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
}
