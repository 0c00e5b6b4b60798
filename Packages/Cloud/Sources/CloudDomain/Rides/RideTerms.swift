package import Core
package import FoundationEssentials
import Synchronization

/// What never changes of a ride, and what is found out about it once.
///
/// An object, so that all readings of a ride can share it.
package final class RideTerms: Sendable {
  package let id: Identifier<Ride>
  package let rider: RiderID
  package let request: RideRequest
  package let price: Money
  package let requested: Date
  /// Random; decides car and driver of a simulated ride, and the code of another one.
  package let seed: UInt64
  /// The corners of the way from the pick-up to the drop-off; never empty.
  package let route: [Location]
  /// The name of the model that planned the way; empty for a ride of before it was kept.
  package let routeModel: String
  private let found = Mutex<RideParts?>(nil)

  package init(
    id: Identifier<Ride>, rider: RiderID, request: RideRequest, price: Money, requested: Date,
    seed: UInt64, route: [Location], routeModel: String
  ) {
    (self.id, self.rider, self.request, self.price) = (id, rider, request, price)
    (self.requested, self.seed) = (requested, seed)
    (self.route, self.routeModel) = (route, routeModel)
  }

  /// Returns what is found out about the ride and the way of its car, which only another driver changes.
  func parts(approach: [Location]) -> RideParts {
    found.withLock { found in
      if let found, found.approach.corners == approach { return found }
      let parts = RideParts(self, approach: approach, route: found?.route)
      found = parts
      return parts
    }
  }
}

extension RideTerms: Equatable {
  package static func == (left: RideTerms, right: RideTerms) -> Bool {
    left === right
      || (left.id, left.rider, left.request, left.price, left.requested)
        == (right.id, right.rider, right.request, right.price, right.requested)
        && (left.seed, left.route, left.routeModel) == (right.seed, right.route, right.routeModel)
  }
}
