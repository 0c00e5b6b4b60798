import Cloud
import Core
import FoundationEssentials

/// Applies the rate limits to requests, and says whose turn each of them takes.
struct RateLimiter: Sendable {
  private let endpoints: [CloudAPI.Name: TokenBuckets]
  private let wrongTokens: TokenBuckets?
  private let signInsPerAddressAndAccount: TokenBuckets?
  private let failuresPerAccount: TokenBuckets?
  /// The tokens of sessions that were found within a day.
  private let sessions: TokenBuckets
  /// The addresses that have signed in to an account within 30 days.
  private let known: TokenBuckets
  /// The addresses that have tried to sign in to an account within a day.
  private let guessing: TokenBuckets

  init(_ limits: RateLimitPolicy, clock: any WallClock) {
    func limiter(_ limit: RateLimit?) -> TokenBuckets? {
      limit.map { TokenBuckets(limit: $0, clock: clock) }
    }
    endpoints = limits.endpoints.compactMapValues(limiter)
    wrongTokens = limiter(limits.wrongTokensPerAddress)
    signInsPerAddressAndAccount = limiter(limits.signInsPerAddressAndAccount)
    failuresPerAccount = limiter(limits.failuresPerAccount)
    sessions = TokenBuckets(days: 1, clock: clock)
    known = TokenBuckets(days: 30, clock: clock)
    guessing = TokenBuckets(days: 1, clock: clock)
  }

  /// Counts a request, and sets its caller: a session that was found before, or the network.
  ///
  /// - Returns: `nil`, or, when there were too many, the seconds after which to try again.
  func count(_ routed: inout RoutedRequest, from network: IPNetwork) -> Int? {
    let endpoint = routed.endpoint.declaration
    routed.caller = network.hashValue
    if endpoint.isLimitedBySession {
      guard let token = routed.token else { return nil }
      // Until its session is found a token may be made up, and takes the turn of its network.
      if sessions.wait(token) != nil { routed.caller = token }
      return endpoints[endpoint.name]?.take(token)
    }
    if let wait = endpoints[endpoint.name]?.take(routed.caller) { return wait }
    guard endpoint.name == .signIn, let account = Self.account(in: routed.request) else {
      return nil
    }
    let guess = [routed.caller, account]
    if let wait = signInsPerAddressAndAccount?.take(guess) { return wait }
    routed.isPreferred = known.wait(guess) != nil
    guard !routed.isPreferred, guessing.take(guess) != nil else { return nil }
    return failuresPerAccount?.wait(account)
  }

  /// Records how a request was answered.
  ///
  /// - Returns: `nil`, or, when there were too many wrong tokens, the seconds after which to try
  ///   again.
  func note(_ routed: RoutedRequest, status: Int) -> Int? {
    let endpoint = routed.endpoint.declaration
    if endpoint.access == .rider || endpoint.access == .administrator {
      if status == 401 { return wrongTokens?.take(routed.caller) }
      // An error that has nothing to do with the token tells that its session was found.
      let isFound = status < 500 && status != 413 && status != 429
      if isFound, let token = routed.token, routed.caller != token { sessions.empty(token) }
    } else if endpoint.name == .signIn, let account = Self.account(in: routed.request) {
      if status < 300 { known.empty([routed.caller, account]) }
      if status == 401, !routed.isPreferred { _ = failuresPerAccount?.take(account) }
    }
    return nil
  }

  /// Identifies the account that a sign-in names; a body that cannot be read names none and is
  /// refused later.
  private static func account(in request: CloudRequest) -> Int? {
    guard let body = request.body,
      let credentials = try? JSONCoding.decode(Credentials.self, from: body)
    else { return nil }
    return credentials.email.normalizedEmail.hashValue
  }
}

extension RoutedRequest {
  /// Identifies the token that was sent.
  fileprivate var token: Int? { request.token?.revealed.hashValue }
}
