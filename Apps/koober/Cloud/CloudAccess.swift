import Cloud
import Core
import FeatureFlags

/// What the ways to the cloud are made from, for one scope.
struct CloudAccess: Sendable {
  let cloud: EmbeddedCloud
  /// Absent when the embedded cloud was chosen.
  let networkCloud: NetworkCloud?
  let flagScope: FlagScope

  /// The cloud in this process.
  func makeEmbeddedTransport() -> EmbeddedTransport {
    EmbeddedTransport(
      cloud: cloud.planning(
        with: ScopedRouteModel(flagScope: flagScope)))
  }

  /// A cloud on the network.
  func makeHTTPTransport() -> any CloudTransport {
    networkCloud?.transport ?? MissingCloudTransport()
  }
}
