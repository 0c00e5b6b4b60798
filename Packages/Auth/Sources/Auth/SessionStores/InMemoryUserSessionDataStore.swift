import Core

/// Keeps the session as long as the process lives.
actor InMemoryUserSessionDataStore: UserSessionDataStore {
  nonisolated let description = UserSessionStoreDescription(
    kind: "memory", location: "this process", encrypted: false)
  private var session: UserSession?

  func readUserSession() -> UserSession? { session }

  func save(_ session: UserSession) {
    self.session = session
  }

  func delete() {
    session = nil
  }
}
