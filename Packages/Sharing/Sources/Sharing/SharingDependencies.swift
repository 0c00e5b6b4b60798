public import Core
public import FeatureFlags

/// The dependencies of sharing.
public protocol SharingDependencies: Sendable {
  var cloudClient: CloudClient { get }
  /// The flags of the rider.
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
}
