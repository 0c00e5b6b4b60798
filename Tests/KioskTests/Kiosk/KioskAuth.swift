import Auth
import Core
import FoundationEssentials

/// The ports of Auth, all three implemented by the kiosk.
struct KioskAuth: AuthDependencies {
  let userSessionDataStore: any UserSessionDataStore = KioskSessionStore()
  let userSessionCoder: any UserSessionCoding = PropertyListUserSessionCoder()
  let authRemoteAPI: any AuthRemoteAPI = KioskAccounts()
}

/// Keeps the session until the kiosk is switched off.
actor KioskSessionStore: UserSessionDataStore {
  nonisolated let description = UserSessionStoreDescription(
    kind: "kiosk", location: "this kiosk", encrypted: false)
  private var content: [UInt8]?

  func read() -> [UInt8]? { content }
  func save(_ content: [UInt8]) { self.content = content }
  func delete() { content = nil }
}

struct PropertyListUserSessionCoder: UserSessionCoding {
  func encode(_ session: IssuedSession) throws -> [UInt8] {
    Array(try PropertyListEncoder().encode(session))
  }

  func decode(_ content: [UInt8]) throws -> IssuedSession {
    try PropertyListDecoder().decode(IssuedSession.self, from: Data(content))
  }
}

/// Accounts in memory.
actor KioskAccounts: AuthRemoteAPI {
  private var accounts: [String: NewAccount] = [:]

  func signUp(_ account: NewAccount) -> IssuedSession {
    accounts[account.email] = account
    return session(of: account)
  }

  func signIn(with credentials: Credentials) throws(CloudError) -> IssuedSession {
    guard let account = accounts[credentials.email], account.password == credentials.password
    else { throw .refused(ErrorResponse(.wrongCredentials, message: "Try again.").error) }
    return session(of: account)
  }

  private func session(of account: NewAccount) -> IssuedSession {
    IssuedSession(
      profile: RiderProfile(
        id: Identifier(account.email), name: account.name, nickname: account.nickname,
        email: account.email, mobileNumber: account.mobileNumber),
      remoteSession: RemoteUserSession(
        token: Secret("kiosk-\(account.email)"), expiresAt: .distantFuture))
  }

  func revoke(_ session: UserSession) {}
  func revokeAll(of session: UserSession) {}
  func deleteAccount(_ deletion: AccountDeletion, of session: UserSession) {}

  func changeProfile(_ change: ProfileChange, of session: UserSession) -> RiderProfile {
    session.profile
  }

  func resetPassword(_ reset: PasswordReset) throws(CloudError) -> IssuedSession {
    throw .unreachable(reason: "the kiosk has no operator")
  }
}
