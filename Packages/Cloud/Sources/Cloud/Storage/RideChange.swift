package import CloudDomain
import Core
import FoundationEssentials

/// Names a session, and one of its rider's rides.
package struct SessionRideQuery: Sendable {
  /// `nil` for the latest ride.
  let id: Identifier<Ride>?
  let tokenHash: [UInt8]
}

/// A change of a rider's rides.
package struct RideChange: Sendable {
  package enum Action: Sendable {
    /// Adds a ride, unless its request was seen before or the rider has a ride under way.
    case addition(RideRecord, RequestKey?)
    /// Cancels a ride that is not cancelled and not boarded.
    case cancellation
  }

  let ride: Identifier<Ride>
  let rider: RiderID
  /// The time at which a ride has ended or is not boarded yet.
  let time: Date
  let action: Action

  /// Whether a driver has to be looked for, or to be told.
  var isDriven: Bool {
    switch action {
    case .addition(let ride, _): ride.driven != nil
    case .cancellation: true
    }
  }

  static func addition(_ ride: RideRecord, key: RequestKey?, at time: Date) -> RideChange {
    RideChange(ride: ride.id, rider: ride.rider, time: time, action: .addition(ride, key))
  }
}

/// The idempotency key of a request.
package struct RequestKey: Equatable, Sendable {
  /// The client's name for the request, unique per rider and endpoint.
  package let key: String
  /// The hash of what was requested; another one under the same key is a mistake.
  package let fingerprint: [UInt8]
}

/// The result of a change of rides.
package enum RideOutcome: Equatable, Sendable {
  case added
  /// The same request came before; this is what it added.
  case repeated(RideRecord)
  /// Another request came before under the same key.
  case keyReused
  /// The rider's latest ride, or the one that the rider drives, has not ended.
  case underway(RideRecord)
  /// The ride is cancelled, now or since before.
  case cancelled(RideRecord)
  /// The ride was boarded before.
  case notCancelled(RideRecord)
  /// The rider has no such ride.
  case noSuchRide
  /// There is no such rider any more.
  case noAccount
  /// Another transaction has locked the rider's account, or it is gone: nothing was changed.
  case contended
}
