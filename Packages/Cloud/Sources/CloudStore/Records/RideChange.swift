package import CloudDomain
package import Core
package import FoundationEssentials

/// Names a session, and one of its rider's rides.
package struct SessionRideQuery: Sendable {
  /// `nil` for the latest ride.
  package let id: Identifier<Ride>?
  package let tokenHash: [UInt8]

  package init(id: Identifier<Ride>?, tokenHash: [UInt8]) {
    self.id = id
    self.tokenHash = tokenHash
  }
}

/// A request or a cancellation of a ride.
package struct RideChange: Sendable {
  let ride: Identifier<Ride>
  let rider: RiderID
  /// The time at which a ride has ended or is not boarded yet.
  package var time: Date
  let event: RideEvent

  /// Whether a driver has to be looked for, or to be told.
  var isDriven: Bool {
    if case .request(let ride, _) = event { ride.driven != nil } else { true }
  }

  package static func request(_ ride: RideRecord, key: RequestKey?, at time: Date) -> RideChange {
    RideChange(ride: ride.id, rider: ride.rider, time: time, event: .request(ride, key: key))
  }

  /// - Parameter agreed: The largest fee that the rider agrees to; any without one.
  package static func cancellation(
    of ride: Identifier<Ride>, by rider: RiderID, agreed: Int? = nil, at time: Date
  ) -> RideChange {
    RideChange(ride: ride, rider: rider, time: time, event: .cancel(ride, agreed: agreed))
  }
}

/// The result of a change of rides.
package enum RideOutcome: Equatable, Sendable {
  /// The ride as it is after the change, or since an earlier one.
  case done(RideRecord)
  case refused(RideRefusal)
  /// There is no such rider any more.
  case noAccount
  /// Another transaction has locked the rider's account, or it is gone: nothing was changed.
  case contended
}
