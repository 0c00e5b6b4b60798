import Core

/// How often callers may send requests, and guess passwords.
public struct RateLimitPolicy: Equatable, Sendable {
  /// The limits of the endpoints for one caller each.
  var endpoints: [String: RateLimit] = [:]
  /// Requests from one address with tokens of no session or administrator.
  var wrongTokensPerAddress: RateLimit?
  /// Sign-ins from one address with one e-mail.
  var signInsPerAddressAndAccount: RateLimit?
  /// Wrong sign-ins with one e-mail. Above it, an address is refused that has tried before in the last
  /// day, unless it has signed in to the account in the last 30 days: an address that did not guess is
  /// never refused because of what others guess.
  var failuresPerAccount: RateLimit?

  /// Limits that riders do not notice and that make guessing slow.
  public static let standard = RateLimitPolicy(
    endpoints: Dictionary(uniqueKeysWithValues: CloudAPI.all.map { ($0.name, $0.limit) }),
    wrongTokensPerAddress: RateLimit(burst: 100, perMinute: 300),
    signInsPerAddressAndAccount: RateLimit(burst: 10, perMinute: 10),
    failuresPerAccount: RateLimit(burst: 100, perMinute: 10))

  /// No limits, for measurements.
  public static let none = RateLimitPolicy()
}
