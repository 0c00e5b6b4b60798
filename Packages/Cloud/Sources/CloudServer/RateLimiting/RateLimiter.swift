import Cloud
import Core
import FoundationEssentials

/// Applies the rate limits to requests.
struct RateLimiter: Sendable {
  private let signInsPerAddress: TokenBuckets?
  private let signInsPerAddressAndAccount: TokenBuckets?
  private let failuresPerAccount: TokenBuckets?
  private let knownAddresses: KnownAddresses
  private let signUpsPerAddress: TokenBuckets?
  private let searchesPerAddress: TokenBuckets?
  private let eventsPerAddress: TokenBuckets?

  init(_ limits: RateLimitPolicy, clock: any WallClock) {
    func limiter(_ rate: RateLimitPolicy.Rate?) -> TokenBuckets? {
      rate.map { TokenBuckets(rate: $0, clock: clock) }
    }
    signInsPerAddress = limiter(limits.signInsPerAddress)
    signInsPerAddressAndAccount = limiter(limits.signInsPerAddressAndAccount)
    failuresPerAccount = limiter(limits.failuresPerAccount)
    knownAddresses = KnownAddresses(clock: clock)
    signUpsPerAddress = limiter(limits.signUpsPerAddress)
    searchesPerAddress = limiter(limits.searchesPerAddress)
    eventsPerAddress = limiter(limits.eventsPerAddress)
  }

  /// Counts a request.
  ///
  /// - Returns: `nil`, or, when there were too many, the seconds after which to try again.
  func count(_ endpoint: CloudAPI.Name, from client: IPAddress, body: Data?) -> Int? {
    var address: String { client.network.description }
    switch endpoint {
    case .signIn:
      let address = address
      if let wait = signInsPerAddress?.take(address) { return wait }
      guard let email = Self.email(in: body) else { return nil }
      if let wait = signInsPerAddressAndAccount?.take("\(address) \(email)") { return wait }
      return knownAddresses.contains(address, of: email) ? nil : failuresPerAccount?.wait(email)
    case .changeProfile, .changePassword, .resetPassword, .deleteAccount:
      return signInsPerAddress?.take(address)
    case .signUp: return signUpsPerAddress?.take(address)
    case .searchPlaces: return searchesPerAddress?.take(address)
    case .recordExperimentEvents: return eventsPerAddress?.take(address)
    default: return nil
    }
  }

  /// Records the result of a sign-in.
  func note(_ endpoint: CloudAPI.Name, from client: IPAddress, body: Data?, status: Int) {
    guard endpoint == .signIn, let email = Self.email(in: body) else { return }
    let address = client.network.description
    switch status {
    case 200..<300: knownAddresses.insert(address, of: email)
    case 401 where !knownAddresses.contains(address, of: email):
      _ = failuresPerAccount?.take(email)
    default: break
    }
  }

  /// The account that a sign-in names; a body that cannot be read names none and is refused later.
  private static func email(in body: Data?) -> String? {
    guard let body, let credentials = try? JSONCoding.decode(Credentials.self, from: body) else {
      return nil
    }
    return credentials.email.normalizedEmail
  }
}
