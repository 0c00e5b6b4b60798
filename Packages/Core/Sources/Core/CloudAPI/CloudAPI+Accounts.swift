extension CloudAPI {
  public static let signUp = Endpoint<Empty, NewAccount, IssuedSession>(
    "signUp", .post, "/accounts", access: .anyone, cost: .passwordHash,
    limit: RateLimit(burst: 20, perMinute: 10), creates: true, conversion: .signedUp,
    summary: "Opens an account and a session.")

  public static let signIn = Endpoint<Empty, Credentials, IssuedSession>(
    "signIn", .post, "/sessions", access: .anyone, cost: .passwordHash,
    limit: .passwords, creates: true, summary: "Opens a session for an account.")

  public static let signOut = Endpoint<Empty, Empty, Empty>(
    "signOut", .delete, "/sessions/current", access: .rider, cost: .rows, limit: .writes,
    summary: "Revokes the session whose token is sent.")

  public static let signOutEverywhere = Endpoint<Empty, Empty, Empty>(
    "signOutEverywhere", .delete, "/sessions", access: .rider, cost: .rows, limit: .writes,
    summary: "Revokes all sessions of the rider.")

  public static let profile = Endpoint<Empty, Empty, RiderProfile>(
    "profile", .get, "/profile", access: .rider, cost: .rows, limit: .reads,
    summary: "Returns the profile of the rider.")

  public static let changeProfile = Endpoint<Empty, ProfileChange, RiderProfile>(
    "changeProfile", .put, "/profile", access: .rider, cost: .passwordHash, limit: .passwords,
    summary: "Replaces the rider's profile; a new e-mail needs the password.")

  public static let changePassword = Endpoint<Empty, PasswordChange, Empty>(
    "changePassword", .put, "/account/password", access: .rider, cost: .passwordHash,
    limit: .passwords, summary: "Replaces the rider's password and revokes all other sessions.")

  public static let resetPassword = Endpoint<Empty, PasswordReset, IssuedSession>(
    "resetPassword", .post, "/password-resets", access: .anyone, cost: .passwordHash,
    limit: .passwords, creates: true,
    summary: "Replaces a password with an operator's one-time code, revokes all sessions and "
      + "opens one.")

  public static let sessions = Endpoint<Empty, Empty, SessionList>(
    "sessions", .get, "/sessions", access: .rider, cost: .rows, limit: .reads,
    summary: "Returns the rider's open sessions, newest first.")

  public static let revokeSession = Endpoint<SessionParameters, Empty, Empty>(
    "revokeSession", .delete, "/sessions/{session}", access: .rider, cost: .rows, limit: .writes,
    summary: "Revokes one of the rider's sessions.")

  public static let exportAccount = Endpoint<Empty, Empty, AccountExport>(
    "exportAccount", .get, "/account", access: .rider, cost: .export,
    limit: RateLimit(burst: 10, perMinute: 10),
    summary: "Returns everything that the cloud keeps of the rider, but the password's hash.")

  public static let deleteAccount = Endpoint<Empty, AccountDeletion, Empty>(
    "deleteAccount", .post, "/account/deletion", access: .rider, cost: .passwordHash,
    limit: .passwords,
    summary: "Deletes the rider's account with all that belongs to it; the current ride ends.")
}
