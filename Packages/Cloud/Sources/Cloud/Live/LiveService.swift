import CloudDomain
import CloudStore
import Core
import FoundationEssentials

/// Opens streams of events, and makes and ends the links to rides.
struct LiveService: Sendable {
  let store: SQLStore
  let accounts: AccountService
  let clock: any WallClock
  let randomBytes: any RandomBytes

  /// Returns what the stream of a rider's session tells.
  func events(
    of rider: RiderID, tokenHash: [UInt8], after lastEventID: String?
  ) -> any EventSource {
    RiderEventSource(
      rider: rider, tokenHash: tokenHash, accounts: accounts, lastEventID: lastEventID,
      openedAt: clock.now.inWholeMilliseconds)
  }

  /// Returns what the stream of a link tells; `nil` for a link that leads nowhere.
  func events(
    of token: Secret, from address: String?, after lastEventID: String?
  ) throws -> (any EventSource)? {
    try linkedRide(token).map {
      LinkEventSource(
        $0, tokenHash: SessionTokens.hash(token), address: address, lastEventID: lastEventID)
    }
  }

  /// Returns the ride that a link leads to; `nil` for a link that leads nowhere.
  func linkedRide(_ token: Secret) throws -> LinkedRideRecord? {
    guard let linked = try store.linkedRide(tokenHash: SessionTokens.hash(token)),
      !linked.hasEnded(at: clock.now)
    else { return nil }
    return linked
  }

  func addLink(to ride: Identifier<Ride>, of rider: RiderID) throws -> RideLink {
    guard let record = try store.ride(ride, of: rider) else {
      throw APIError(RideRefusal.noSuchRide(ride))
    }
    guard !record.hasEnded(at: clock.now) else {
      throw APIError(
        .rideEnded, message: "The ride '\(ride)' has ended.",
        hint: "A ride can be followed until it ends.")
    }
    let token = SessionTokens.make(randomBytes)
    switch try store.addRideLink(tokenHash: SessionTokens.hash(token), to: ride, of: rider) {
    case true?: return RideLink(token: token)
    case false?:
      throw APIError(
        .tooManyRequests, message: "The ride has as many links as a ride may have.",
        hint: "Share one of them, or revoke them all.")
    case nil: throw APIError(RideRefusal.noSuchRide(ride))
    }
  }

  func removeLinks(to ride: Identifier<Ride>, of rider: RiderID) throws -> RideLinkRevocation {
    guard let count = try store.removeRideLinks(to: ride, of: rider, now: clock.now) else {
      throw APIError(RideRefusal.noSuchRide(ride))
    }
    return RideLinkRevocation(count: count)
  }
}

extension APIError {
  static let distantSquare = APIError(
    .notFound, message: "This square is not near the ride.",
    hint: "A link shows the map around its ride.")

  /// Says the same of a link that never was and of one that has ended.
  static let deadLink = APIError(
    .notFound, message: "This link leads nowhere, or not any more.",
    hint: "Ask for a new one: a link ends soon after its ride.")
}
