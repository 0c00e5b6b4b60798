import Commands
import Core
import CoreHTTP

/// A cloud on the network and what this program keeps of it.
struct NetworkCloud: Sendable {
  /// The one way to it, so that all scopes share its connections.
  let transport: FlagFetchingTransport

  /// Prepares the way; `nil` when another cloud was chosen.
  init?(_ selection: CloudSelection, folders: XDGDirectories, dependency: AppDependency) {
    guard case .network(let address) = selection.choice else { return nil }
    var settings = HTTPTransport.Settings(address: address)
    settings.certificateAuthority = selection.certificateAuthority
    transport = FlagFetchingTransport(
      transport: HTTPTransport(
        settings: settings, wallClock: dependency.wallClock, randomBytes: dependency.randomBytes),
      flagCopy: FlagCopy(
        path: folders.flags(of: selection.choice), wallClock: dependency.wallClock))
  }
}
