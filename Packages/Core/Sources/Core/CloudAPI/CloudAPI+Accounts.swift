extension CloudAPI {
  public static let signUp = Endpoint<Empty, NewAccount, UserSession>(
    .signUp, .post, "/accounts", access: .anyone, creates: true,
    summary: "Opens an account and a session.")

  public static let signIn = Endpoint<Empty, Credentials, UserSession>(
    .signIn, .post, "/sessions", access: .anyone, creates: true,
    summary: "Opens a session for an account.")

  public static let signOut = Endpoint<Empty, Empty, Empty>(
    .signOut, .delete, "/sessions/current", access: .rider,
    summary: "Revokes the session whose token is sent.")

  public static let signOutEverywhere = Endpoint<Empty, Empty, Empty>(
    .signOutEverywhere, .delete, "/sessions", access: .rider,
    summary: "Revokes all sessions of the rider.")

  public static let profile = Endpoint<Empty, Empty, RiderProfile>(
    .profile, .get, "/profile", access: .rider,
    summary: "Returns the profile of the rider.")
}
