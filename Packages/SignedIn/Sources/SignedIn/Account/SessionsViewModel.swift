import Core
import Observation

/// The rider's open sessions.
@MainActor
@Observable
final class SessionsViewModel {
  enum Phase: Equatable {
    case loading
    case loaded
    case failed(CloudError)
  }

  private(set) var phase = Phase.loading
  /// Newest first.
  private(set) var sessions: [SessionSummary] = []

  private let remoteAPI: AccountRemoteAPI

  init(remoteAPI: AccountRemoteAPI) {
    self.remoteAPI = remoteAPI
  }

  /// Loads the sessions; also the retry after a failure.
  func load() async {
    await perform { () async throws(CloudError) in }
  }

  /// Ends a session, and loads those that are left.
  func revoke(_ session: SessionSummary) async {
    await perform { () async throws(CloudError) in try await remoteAPI.revokeSession(session.id) }
  }

  private func perform(_ change: () async throws(CloudError) -> Void) async {
    phase = .loading
    do throws(CloudError) {
      try await change()
      sessions = try await remoteAPI.sessions()
      phase = .loaded
    } catch {
      phase = .failed(error)
    }
  }
}
