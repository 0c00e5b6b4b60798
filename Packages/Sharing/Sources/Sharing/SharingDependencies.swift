public import Core
public import FeatureFlags

/// What sharing needs from whoever opens the signed-in scope.
public protocol SharingDependencies: Sendable {
  var cloudClient: CloudClient { get }
  /// The flags of the rider.
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
}
