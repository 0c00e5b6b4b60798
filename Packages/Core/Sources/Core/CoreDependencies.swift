/// What Core needs from the app.
public protocol CoreDependencies: Sendable {
  /// The way to the cloud that this run uses.
  var cloudTransport: any CloudTransport { get }
}
