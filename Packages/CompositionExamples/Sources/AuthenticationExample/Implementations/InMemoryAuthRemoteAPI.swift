import Synchronization

/// Accounts kept in memory.
public final class InMemoryAuthRemoteAPI: AuthRemoteAPI {
  private let passwords: Mutex<[String: String]>

  /// Creates the cloud with some accounts.
  public init(accounts: [Credentials] = []) {
    let passwords = accounts.map { ($0.email, $0.password) }
    self.passwords = Mutex(Dictionary(passwords) { first, _ in first })
  }

  public func signIn(_ credentials: Credentials) async throws(AuthenticationError) -> UserSession {
    guard passwords.withLock({ $0[credentials.email] }) == credentials.password else {
      throw .wrongCredentials(email: credentials.email)
    }
    return UserSession(email: credentials.email, token: "token of \(credentials.email)")
  }

  public func signUp(_ credentials: Credentials) async throws(AuthenticationError) -> UserSession {
    let password = passwords.withLock { passwords in
      passwords.updateValue(
        passwords[credentials.email] ?? credentials.password, forKey: credentials.email)
    }
    guard password == nil else { throw .emailTaken(email: credentials.email) }
    return UserSession(email: credentials.email, token: "token of \(credentials.email)")
  }
}
