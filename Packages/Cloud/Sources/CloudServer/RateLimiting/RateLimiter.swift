import Cloud
import Core
import FoundationEssentials
import Synchronization

/// Applies the rate limits to requests, and says whose turn each of them takes.
final class RateLimiter: Sendable {
  private let endpoints: [String: TokenBuckets]
  private let wrongTokens: TokenBuckets?
  private let signInsPerAddressAndAccount: TokenBuckets?
  private let failuresPerAccount: TokenBuckets?
  /// The riders of the tokens whose sessions were found, for about a day.
  private let riders = Mutex(ExpiringTable<Int>())
  /// The addresses that have signed in to an account within 30 days.
  private let known: TokenBuckets
  /// The networks that have tried to sign in within a day, since one of theirs has succeeded.
  private let trying: TokenBuckets
  /// The networks that have guessed at accounts whose failures are half used up.
  private let guesses = Mutex(GuessTable())
  private let clock: any WallClock

  init(_ limits: RateLimitPolicy, clock: any WallClock) {
    func limiter(_ limit: RateLimit?) -> TokenBuckets? {
      limit.map { TokenBuckets(limit: $0, clock: clock) }
    }
    endpoints = limits.endpoints.compactMapValues(limiter)
    wrongTokens = limiter(limits.wrongTokensPerAddress)
    signInsPerAddressAndAccount = limiter(limits.signInsPerAddressAndAccount)
    failuresPerAccount = limiter(limits.failuresPerAccount)
    self.clock = clock
    known = TokenBuckets(days: 30, clock: clock)
    trying = TokenBuckets(days: 1, clock: clock)
  }

  /// Counts a request, and sets its caller: the rider of a session that was found before, or the
  /// network. Returns the seconds after which to try again when there were too many.
  func count(_ routed: inout RoutedRequest, from network: IPNetwork) -> Int? {
    let endpoint = routed.endpoint.declaration
    routed.network = network.hashValue
    routed.caller = routed.network
    if endpoint.isLimitedByRider {
      guard let token = routed.tokenHash else { return nil }
      // Until its session is found a token may be made up, and takes the turn of its network.
      let rider = riders.withLock { $0[token]?.value }
      if let rider { routed.caller = rider }
      return endpoints[endpoint.name]?.take(rider ?? token)
    }
    if let wait = endpoints[endpoint.name]?.take(routed.caller) { return wait }
    guard let account = Self.account(in: routed) else { return nil }
    let guess = [routed.network, account]
    if let wait = signInsPerAddressAndAccount?.take(guess) { return wait }
    // Those who guess at one account take the turns of one caller, from however many networks.
    routed.caller = account
    routed.standing =
      known.wait(guess) != nil ? .known : trying.take(routed.network) == nil ? .new : .other
    guard routed.standing != .known, failuresPerAccount?.isHalfUsed(account) == true else {
      return nil
    }
    routed.isFirstGuess = guesses.withLock {
      $0.insert(routed.network, at: account, now: clock.steadyNow)
    }
    return routed.isFirstGuess ? nil : failuresPerAccount?.wait(account)
  }

  /// Records how a request was answered; returns the seconds after which to try again when there were
  /// too many wrong tokens.
  func note(_ routed: RoutedRequest, status: Int) -> Int? {
    let endpoint = routed.endpoint.declaration
    switch routed.token.result {
    case .refused:
      routed.tokenHash.map { token in riders.withLock { $0.remove(token) } }
      return wrongTokens?.take(routed.network)
    case .rider(let rider):
      guard let token = routed.tokenHash, routed.caller == routed.network else { break }
      let now = clock.steadyNow
      riders.withLock { $0.set(token, to: rider.hashValue, until: now + 24 * 3600, at: now) }
      if endpoint.isLimitedByRider { _ = endpoints[endpoint.name]?.take(rider.hashValue) }
    case nil: break
    }
    if let account = Self.account(in: routed) {
      if status < 300 {
        known.empty([routed.network, account])
        trying.refill(routed.network)
      }
      if status == 401, routed.standing != .known {
        _ = failuresPerAccount?.take(account)
        guard failuresPerAccount?.isHalfUsed(account) == true else { return nil }
        _ = guesses.withLock { $0.insert(routed.network, at: account, now: clock.steadyNow) }
      } else if routed.isFirstGuess {
        // It was no guess, or was not checked.
        guesses.withLock { $0.remove(routed.network, at: account) }
      }
    }
    return nil
  }

  /// Identifies the account that a sign-in names; a body that cannot be read names none and is
  /// refused later.
  private static func account(in routed: RoutedRequest) -> Int? {
    guard routed.endpoint.declaration.body == Credentials.self, let body = routed.request.body,
      let credentials = try? JSONCoding.decode(Credentials.self, from: body)
    else { return nil }
    return credentials.email.normalizedEmail.hashValue
  }
}

extension RoutedRequest {
  /// Identifies the token that was sent.
  fileprivate var tokenHash: Int? { request.token?.revealed.hashValue }
}

/// How often callers may send requests, and guess passwords.
public struct RateLimitPolicy: Equatable, Sendable {
  /// The limits of the endpoints for one caller each.
  var endpoints: [String: RateLimit] = [:]
  /// Requests from one address with tokens of no session or administrator.
  var wrongTokensPerAddress: RateLimit?
  /// Sign-ins from one address with one e-mail.
  var signInsPerAddressAndAccount: RateLimit?
  /// Wrong sign-ins with one e-mail. Above it, an address is refused that has guessed in the last day,
  /// unless it has signed in to the account in the last 30 days: an address that did not guess is not
  /// refused because of what others guess, as long as those are fewer than 10 000.
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
