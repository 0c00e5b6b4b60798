/// The rate limits of expensive endpoints and of those that can be used to guess passwords.
public struct RateLimitPolicy: Equatable, Sendable {
  /// A burst and a steady rate.
  public struct Rate: Equatable, Sendable {
    /// The most requests at once.
    let burst: Int
    /// The most requests per minute in the long run.
    let perMinute: Int

    /// Creates a rate; both are at least 1.
    init(burst: Int, perMinute: Int) {
      self.burst = max(1, burst)
      self.perMinute = max(1, perMinute)
    }
  }

  /// Sign-ins, and other requests with a password or a code, from one address, whatever the e-mail.
  var signInsPerAddress: Rate?
  /// Sign-ins from one address with one e-mail.
  var signInsPerAddressAndAccount: Rate?
  /// Wrong sign-ins with one e-mail from addresses that have not signed in to the account in the
  /// last 30 days. An address that has is never refused because of what others guess.
  var failuresPerAccount: Rate?
  /// Sign-ups from one address.
  var signUpsPerAddress: Rate?
  /// Searches from one address.
  var searchesPerAddress: Rate?
  /// Batches of experiment events from one address; they need no session.
  var eventsPerAddress: Rate?

  /// Limits that people do not notice and that make guessing slow.
  public static let standard = RateLimitPolicy(
    signInsPerAddress: Rate(burst: 30, perMinute: 30),
    signInsPerAddressAndAccount: Rate(burst: 10, perMinute: 10),
    failuresPerAccount: Rate(burst: 100, perMinute: 10),
    signUpsPerAddress: Rate(burst: 20, perMinute: 10),
    searchesPerAddress: Rate(burst: 100, perMinute: 1200),
    eventsPerAddress: Rate(burst: 60, perMinute: 120))

  /// No limits, for measurements.
  public static let none = RateLimitPolicy(
    signInsPerAddress: nil, signInsPerAddressAndAccount: nil, failuresPerAccount: nil,
    signUpsPerAddress: nil, searchesPerAddress: nil, eventsPerAddress: nil)
}
