import Core
import FoundationEssentials

/// Names a session, and one of its rider's rides.
package struct SessionRideQuery: Sendable {
  /// `nil` for the latest ride.
  let id: Identifier<Ride>?
  let tokenHash: [UInt8]
}

/// A change of a rider's rides.
package enum RideChange: Sendable {
  /// Adds a ride, unless its request was seen before or the rider's latest ride has not ended.
  case addition(NewRide)
  /// Cancels a ride that is not cancelled and not boarded.
  case cancellation(RideCancellation)

  var ride: Identifier<Ride> {
    switch self {
    case .addition(let new): new.ride.id
    case .cancellation(let cancellation): cancellation.ride
    }
  }

  var rider: Identifier<RiderProfile> {
    switch self {
    case .addition(let new): new.ride.rider
    case .cancellation(let cancellation): cancellation.rider
    }
  }

  var time: Date {
    switch self {
    case .addition(let new): new.time
    case .cancellation(let cancellation): cancellation.time
    }
  }
}

/// A ride to add.
package struct NewRide: Sendable {
  let ride: RideRecord
  let key: RequestKey?
  /// When the rider's latest ride has to have ended.
  let time: Date
}

/// A ride to cancel.
package struct RideCancellation: Sendable {
  let ride: Identifier<Ride>
  let rider: Identifier<RiderProfile>
  /// When the ride has to be not boarded yet.
  let time: Date
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
  /// The rider's latest ride has not ended.
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
