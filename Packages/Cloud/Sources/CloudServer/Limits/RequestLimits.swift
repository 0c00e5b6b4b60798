import Cloud
import Core
import FoundationEssentials

/// Which requests are counted, and by what.
struct RequestLimits: Sendable {
  private let signInsPerAddress: RateLimiter?
  private let signInsPerAccount: RateLimiter?
  private let signUpsPerAddress: RateLimiter?
  private let searchesPerAddress: RateLimiter?
  private let eventsPerAddress: RateLimiter?

  init(_ limits: RateLimits, clock: any WallClock) {
    func limiter(_ rate: RateLimits.Rate?) -> RateLimiter? {
      rate.map { RateLimiter(rate: $0, clock: clock) }
    }
    signInsPerAddress = limiter(limits.signInsPerAddress)
    signInsPerAccount = limiter(limits.signInsPerAccount)
    signUpsPerAddress = limiter(limits.signUpsPerAddress)
    searchesPerAddress = limiter(limits.searchesPerAddress)
    eventsPerAddress = limiter(limits.eventsPerAddress)
  }

  /// Counts a request.
  ///
  /// - Returns: `nil`, or, when there were too many, the seconds after which to try again.
  func count(_ endpoint: String, from address: String, body: Data?) -> Int? {
    switch endpoint {
    case CloudAPI.signIn.name:
      if let wait = signInsPerAddress?.take(address) { return wait }
      return Self.email(in: body).flatMap { signInsPerAccount?.take($0) }
    case CloudAPI.signUp.name: return signUpsPerAddress?.take(address)
    case CloudAPI.searchPlaces.name: return searchesPerAddress?.take(address)
    case CloudAPI.recordExperimentEvents.name: return eventsPerAddress?.take(address)
    default: return nil
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
