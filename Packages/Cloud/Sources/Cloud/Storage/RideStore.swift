package import Core
package import FoundationEssentials

/// Keeps the rides that were requested.
package protocol RideStore: Sendable {
  /// Adds a ride, unless its request was seen before or the rider's latest ride has not ended.
  func addRide(
    _ ride: RideRecord, key: RequestKey?, now: Date
  ) throws(StoreError) -> RideInsertion

  /// Returns one of the rider's own rides.
  func ride(
    _ id: Identifier<Ride>, of rider: Identifier<RiderProfile>
  ) throws(StoreError) -> RideRecord?

  /// Returns the session whose token has this hash, expired or not, and one of its rider's rides.
  ///
  /// - Parameter id: `nil` for the latest ride.
  func ride(
    _ id: Identifier<Ride>?, ofSession tokenHash: [UInt8]
  ) throws(StoreError) -> (SessionRecord?, RideRecord?)

  /// Returns the rider's rides, newest first.
  func rides(
    of rider: Identifier<RiderProfile>, limit: Int
  ) throws(StoreError) -> [RideRecord]

  /// Cancels a ride that is not cancelled and not boarded at the given time.
  ///
  /// - Returns: The ride as it is kept then, cancelled or not; `nil` when the rider has no such
  ///   ride.
  func cancelRide(
    _ id: Identifier<Ride>, of rider: Identifier<RiderProfile>, at time: Date
  ) throws(StoreError) -> RideRecord?
}

/// The idempotency key of a request.
package struct RequestKey: Equatable, Sendable {
  /// The client's name for the request, unique per rider and endpoint.
  package let key: String
  /// The hash of what was requested; another one under the same key is a mistake.
  package let fingerprint: [UInt8]

  package init(key: String, fingerprint: [UInt8]) {
    self.key = key
    self.fingerprint = fingerprint
  }
}

/// The result of adding a ride.
package enum RideInsertion: Equatable, Sendable {
  case added
  /// The same request came before; this is what it added.
  case repeated(RideRecord)
  /// Another request came before under the same key.
  case keyReused
  /// The rider's latest ride has not ended.
  case underway(RideRecord)
}
