import Cloud
import Core
import FeatureFlags
import Terminal

/// Chooses the way to the cloud for one scope.
struct TransportChoice: CoreDependencies {
  let cloudTransport: any CloudTransport

  init(
    cloud: EmbeddedCloud, options: GlobalOptions, terminal: any Terminal, flagScope: FlagScope
  ) {
    let router = CloudContainer(dependencies: cloud).makeRouter()
    var transport: any CloudTransport = EmbeddedTransport(router: router)
    if let timeout = options.timeout {
      transport = TimeLimitedTransport(transport: transport, limit: timeout)
    }
    if options.isVerbose {
      transport = LoggingTransport(transport: transport, terminal: terminal)
    }
    cloudTransport = ConversionTransport(transport: transport, flagScope: flagScope)
  }
}
