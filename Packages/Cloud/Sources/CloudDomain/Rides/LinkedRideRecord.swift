package import Core
package import FoundationEssentials

/// A ride that a link leads to.
package struct LinkedRideRecord: Equatable, Sendable {
  package let ride: RideRecord
  /// The rider's whole name.
  package let name: String

  package init(ride: RideRecord, name: String) {
    self.ride = ride
    self.name = name
  }

  /// Whether the link leads nowhere.
  package func hasEnded(at time: Date) -> Bool {
    ride.hasEnded(at: time - RideRules.linkAfterRide)
  }

  package func document(at time: Date) -> LinkedRide {
    LinkedRide(ride.ride(at: time), name: name.firstName)
  }

  /// How many squares around the ride a page may show: half of the widest screen.
  private static let margin = 6

  /// Whether a square of the map is near the ride.
  package func isNear(_ square: MapTileAddress) -> Bool {
    let squares = (ride.route + ride.approach)
      .map { MapTileAddress(containing: $0, zoom: square.zoom) }
    let (columns, rows) = (squares.map(\.x), squares.map(\.y))
    return zip([columns, rows], [square.x, square.y]).allSatisfy { known, asked in
      guard let first = known.min(), let last = known.max() else { return false }
      return (first - Self.margin...last + Self.margin).contains(asked)
    }
  }
}
