extension CloudAPI {
  public static let signUp = Endpoint<Nothing, NewAccount, UserSession>(
    .signUp, .post, "/accounts", access: .anyone, creates: true,
    summary: "Opens an account and a session.")

  public static let signIn = Endpoint<Nothing, Credentials, UserSession>(
    .signIn, .post, "/sessions", access: .anyone, creates: true,
    summary: "Opens a session for an account.")

  public static let signOut = Endpoint<Nothing, Nothing, Nothing>(
    .signOut, .delete, "/sessions/current", access: .rider,
    summary: "Revokes the session whose token is sent.")

  public static let signOutEverywhere = Endpoint<Nothing, Nothing, Nothing>(
    .signOutEverywhere, .delete, "/sessions", access: .rider,
    summary: "Revokes all sessions of the rider.")

  public static let profile = Endpoint<Nothing, Nothing, RiderProfile>(
    .profile, .get, "/profile", access: .rider,
    summary: "Returns the profile of the rider.")
}
