import Cloud
import Core
import FeatureFlags
import Terminal

/// Chooses the way to the cloud for one scope.
struct TransportChoice: CoreDependencies {
  let cloudTransport: any CloudTransport

  init(container: AppContainer, flagScope: FlagScope) {
    self.init(
      access: CloudAccess(
        cloud: container.embeddedCloud, networkCloud: container.networkCloud,
        routeModel: container.substitutions.routeModel, flagScope: flagScope),
      substitution: container.substitutions.cloudTransport, options: container.options,
      terminal: container.terminal, screenClock: container.screenClock)
  }

  init(
    access: CloudAccess, substitution: Substitution<Substitutions.CloudTransportFactory>,
    options: GlobalOptions, terminal: any Terminal, screenClock: any Clock<Duration>
  ) {
    var transport = substitution.make(in: access.flagScope)(access)
    if let timeout = options.timeout {
      transport = TimeLimitedTransport(transport: transport, limit: timeout, clock: screenClock)
    }
    if options.isVerbose {
      transport = LoggingTransport(transport: transport, terminal: terminal)
    }
    cloudTransport = ConversionTransport(transport: transport, flagScope: access.flagScope)
  }
}
