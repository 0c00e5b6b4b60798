import Commands
import Core
import CoreHTTP

/// A cloud on the network, and its local files.
struct NetworkCloud: Sendable {
  /// The one transport, so that all scopes share its connections.
  let transport: FlagFetchingTransport
  /// Gives up after the first attempt.
  let singleAttemptTransport: any CloudTransport

  /// Creates the transport; `nil` when another cloud is chosen.
  init?(_ selection: CloudSelection, folders: XDGDirectories, dependency: AppDependency) {
    guard case .network(let address) = selection.choice else { return nil }
    var settings = HTTPTransport.Settings(address: address)
    settings.certificateAuthority = selection.certificateAuthority
    transport = FlagFetchingTransport(
      transport: HTTPTransport(
        settings: settings, wallClock: dependency.wallClock, randomBytes: dependency.randomBytes),
      cachedFlags: CachedFlags(
        path: folders.flags(of: selection.choice), wallClock: dependency.wallClock))
    settings.attempts = 1
    singleAttemptTransport = HTTPTransport(
      settings: settings, wallClock: dependency.wallClock, randomBytes: dependency.randomBytes)
  }
}
