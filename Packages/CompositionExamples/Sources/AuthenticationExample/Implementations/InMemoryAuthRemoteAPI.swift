import Synchronization

/// Accounts kept in memory, with tokens counted from one.
public final class InMemoryAuthRemoteAPI: AuthRemoteAPI {
  private struct State {
    var passwords: [String: String]
    var sessionsOpened = 0

    mutating func openSession(of credentials: Credentials) -> UserSession {
      sessionsOpened += 1
      return UserSession(email: credentials.email, token: "token-\(sessionsOpened)")
    }
  }

  private let state: Mutex<State>

  /// Creates the cloud with some accounts.
  public init(accounts: [Credentials] = []) {
    let passwords = accounts.map { ($0.email, $0.password) }
    state = Mutex(State(passwords: Dictionary(passwords) { first, _ in first }))
  }

  public func signIn(_ credentials: Credentials) async throws(AuthenticationError) -> UserSession {
    try state.withLock { state throws(AuthenticationError) in
      guard state.passwords[credentials.email] == credentials.password else {
        throw .wrongCredentials(email: credentials.email)
      }
      return state.openSession(of: credentials)
    }
  }

  public func signUp(_ credentials: Credentials) async throws(AuthenticationError) -> UserSession {
    try state.withLock { state throws(AuthenticationError) in
      guard state.passwords[credentials.email] == nil else {
        throw .emailTaken(email: credentials.email)
      }
      state.passwords[credentials.email] = credentials.password
      return state.openSession(of: credentials)
    }
  }
}
