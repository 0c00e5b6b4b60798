import Cloud
import Core
import Terminal

/// Chooses the way to the cloud for this run.
struct TransportChoice: CoreDependencies {
  let cloudTransport: any CloudTransport

  init(cloudContainer: CloudContainer, options: GlobalOptions, terminal: any Terminal) {
    var transport: any CloudTransport = EmbeddedTransport(router: cloudContainer.makeRouter())
    if let timeout = options.timeout {
      transport = TimeLimitedTransport(transport: transport, limit: timeout)
    }
    if options.isVerbose {
      transport = LoggingTransport(transport: transport, terminal: terminal)
    }
    cloudTransport = transport
  }
}
