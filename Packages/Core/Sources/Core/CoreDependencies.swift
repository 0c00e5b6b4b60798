/// The dependencies of Core.
public protocol CoreDependencies: Sendable {
  /// The transport to the cloud of this run.
  var cloudTransport: any CloudTransport { get }
}
