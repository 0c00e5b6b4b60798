import CloudDomain
import CloudStore
import Core
import FoundationEssentials

/// Collects what the cloud keeps of a rider.
struct AccountExportService: Sendable {
  let store: SQLStore
  let posts: PostService
  let drivers: DriverService
  let clock: any WallClock
  let audit: AuditLog

  func export(_ rider: RiderID, tokenHash: [UInt8], from address: String?) throws -> AccountExport {
    guard let account = try store.account(of: rider) else { throw APIError.notSignedIn }
    let now = clock.now
    let document = AccountExport(
      profile: account.profile, signedUpAt: account.createdAt,
      sessions: try store.sessions(of: rider).map { $0.summary(current: tokenHash) },
      rides: try store.rides(of: rider, limit: .max).map { $0.rideForRider(at: now) },
      friends: try store.friends(of: rider).sorted,
      blocked: try store.blocked(by: rider).sortedByName(),
      blockedRides: try store.blockedRides(by: rider),
      posts: try store.posts(by: rider).map {
        SharedPost(post: $0.post.post(at: now), sharedWith: $0.recipients)
      },
      inbox: try posts.inboxItems(of: rider, limit: .max), flagSubject: account.flagSubject,
      driving: try drivers.knownStatus(of: rider),
      drivenRides: try drivers.rides(of: rider, limit: .max).rides,
      offers: try store.offers(to: rider).map { offer in
        let isAccepted = offer.state == .accepted
        return PastOffer(
          id: offer.id, ride: offer.ride, state: offer.state.rawValue, expiresAt: offer.expiresAt,
          secondsToPickup: isAccepted ? offer.seconds : offer.seconds.inWholeMinutes,
          approach: isAccepted ? offer.approach : nil)
      },
      givenRatings: try store.ratings(by: rider))
    audit.record(.accountExport, by: .rider(rider), from: address)
    return document
  }
}
