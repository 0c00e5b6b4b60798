import Basics
@_spi(SessionIssuer) import Core

/// Opens sessions in the cloud and stores the current one.
struct KooberUserSessionRepository: UserSessionRepository {
  let dataStore: any UserSessionDataStore
  let coder: any UserSessionCoding
  let remoteAPI: any AuthRemoteAPI

  func readUserSession() async throws(FileError) -> UserSession? {
    guard let content = try await dataStore.read() else { return nil }
    do {
      return try coder.decode(content).session
    } catch {
      throw FileError(
        .corrupt, path: await dataStore.description.location,
        reason: "the stored session cannot be read", remedy: "Sign in again to store a new one.")
    }
  }

  func signUp(_ account: NewAccount) async throws(AuthError) -> UserSession {
    try await keepSession { () throws(CloudError) in
      try await remoteAPI.signUp(account.normalized)
    }
  }

  func signIn(with credentials: Credentials) async throws(AuthError) -> UserSession {
    try await keepSession { () throws(CloudError) in try await remoteAPI.signIn(with: credentials) }
  }

  func resetPassword(_ reset: PasswordReset) async throws(AuthError) -> UserSession {
    try await keepSession { () throws(CloudError) in try await remoteAPI.resetPassword(reset) }
  }

  func changeProfile(
    _ change: ProfileChange, of session: UserSession
  ) async throws(AuthError) -> UserSession {
    let profile = try await inCloud { () throws(CloudError) in
      try await remoteAPI.changeProfile(change.normalized, of: session)
    }
    let changed = UserSession(profile: profile, remoteSession: session.remoteSession)
    do {
      try await save(changed)
    } catch {
      throw .sessionStore(error)
    }
    return changed
  }

  func deleteAccount(_ deletion: AccountDeletion, of session: UserSession) async throws(AuthError) {
    try await end { () throws(CloudError) in
      try await remoteAPI.deleteAccount(deletion, of: session)
    }
  }

  func signOut(_ session: UserSession) async throws(FileError) -> SignOutOutcome {
    let outcome = await revoke(session)
    try await dataStore.delete()
    return outcome
  }

  func signOutEverywhere(_ session: UserSession) async throws(AuthError) {
    try await end { () throws(CloudError) in try await remoteAPI.revokeAll(of: session) }
  }

  /// Ends the session in the cloud, then deletes it here.
  private func end(_ endInCloud: () async throws(CloudError) -> Void) async throws(AuthError) {
    try await inCloud(endInCloud)
    do {
      try await dataStore.delete()
    } catch {
      throw .sessionStore(error)
    }
  }

  /// Opens a session, stores it and revokes the one that it replaces. A session that cannot be
  /// stored is revoked as well, since it could not be used again.
  private func keepSession(
    _ issue: () async throws(CloudError) -> IssuedSession
  ) async throws(AuthError) -> UserSession {
    let session = try await inCloud(issue).session
    // An unreadable session cannot be revoked; it ends in the cloud when it expires.
    let replaced = try? await readUserSession()
    do {
      try await save(session)
    } catch {
      _ = await revoke(session)
      throw .sessionStore(error)
    }
    if let replaced { _ = await revoke(replaced) }
    return session
  }

  private func inCloud<Response>(
    _ call: () async throws(CloudError) -> Response
  ) async throws(AuthError) -> Response {
    do {
      return try await call()
    } catch {
      throw .cloud(error)
    }
  }

  private func save(_ session: UserSession) async throws(FileError) {
    let content: [UInt8]
    do {
      content = try coder.encode(IssuedSession(session))
    } catch {
      throw FileError(
        .other, path: await dataStore.description.location, reason: "the session cannot be encoded")
    }
    try await dataStore.save(content)
  }

  private func revoke(_ session: UserSession) async -> SignOutOutcome {
    do {
      try await remoteAPI.revoke(session)
      return .revoked
    } catch .refused(let detail) where detail.code == .notSignedIn {
      // The session has expired or was revoked before: the goal is reached.
      return .revoked
    } catch {
      return .deletedOnly(error)
    }
  }
}
