/// The lifetime of sessions, in seconds, and their largest number.
enum SessionLifetime {
  /// A session that is not used for 30 days expires.
  static let idleTime = 30.0 * 24 * 3600
  /// A session ends 180 days after it was opened.
  static let longest = 180.0 * 24 * 3600
  /// That a session was used is written at most once a day; in milliseconds.
  static let leastExtension: Int64 = 24 * 3600 * 1000
  /// The most sessions of an account.
  static let largestCount = 20
}
