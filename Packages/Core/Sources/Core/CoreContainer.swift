/// The process scope's objects that come from Core.
public struct CoreContainer: Sendable {
  /// The one client of the cloud, shared by every feature.
  public let cloudClient: CloudClient

  public init(dependencies: some CoreDependencies) {
    cloudClient = CloudClient(
      transport: dependencies.cloudTransport, observer: dependencies.cloudObserver)
  }
}

/// The dependencies of Core.
public protocol CoreDependencies: Sendable {
  /// The transport to the cloud of this run.
  var cloudTransport: any CloudTransport { get }
  /// Sees what the client reads; `nil` where nothing has to.
  var cloudObserver: (any CloudObserver)? { get }
}
