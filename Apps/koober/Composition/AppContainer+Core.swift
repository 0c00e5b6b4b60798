import Core
import FeatureFlags

extension AppContainer: CoreDependencies {
  var cloudTransport: any CloudTransport {
    SessionEndTransport(transport: makeCloudTransport(in: flagScope), ownEndings: sessionEndings)
  }

  func makeCoreContainer() -> CoreContainer { CoreContainer(dependencies: self) }

  /// Returns the way to the cloud that the flags of a scope choose.
  func makeCloudTransport(in flagScope: FlagScope) -> any CloudTransport {
    let access = CloudAccess(cloud: embeddedCloud, networkCloud: networkCloud, flagScope: flagScope)
    var transport = cloudTransportMaker.makeUnused(in: flagScope)(access)
    if let timeout = options.timeout {
      transport = TimeLimitedTransport(
        transport: transport, limit: timeout, clock: services.screenClock)
    }
    if options.isVerbose {
      transport = LoggingTransport(transport: transport, terminal: terminal)
    }
    return ConversionTransport(transport: transport, flagScope: flagScope)
  }
}
