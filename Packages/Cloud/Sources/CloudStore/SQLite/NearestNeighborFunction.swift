import CloudDomain
import Core
import CSQLite

/// Lets SQLite's R*Tree return its entries in the order of their distance from a point:
/// `WHERE number MATCH nearest(latitude, longitude)`.
///
/// The tree asks for the score of each node and entry that it looks at and always goes on with the
/// lowest; a node's score is the distance to its box, which no entry inside can undercut. Source:
/// SQLite, "The SQLite R*Tree Module", section 6.2.
enum NearestNeighborFunction {
  /// How far a place can be from its entry, in meters: the tree rounds degrees outwards to 32-bit
  /// numbers, whose coarsest step, at 180 degrees, is 1.7 m.
  static let rounding = 5.0

  /// Adds the function to a connection; returns SQLite's result code.
  static func register(in handle: OpaquePointer) -> Int32 {
    sqlite3_rtree_query_callback(
      handle, "nearest",
      { info in
        guard let info, info.pointee.nParam == 2, info.pointee.nCoord == 4,
          let parameters = info.pointee.aParam, let corners = info.pointee.aCoord
        else { return SQLITE_ERROR }
        let point = Location(nearestTo: parameters[0], parameters[1])
        let box = BoundingBox(
          latitudes: corners[0]...max(corners[0], corners[1]),
          longitudes: corners[2]...max(corners[2], corners[3]))
        // At level 0 stands a place, whose box is a point but for the rounding.
        info.pointee.rScore =
          info.pointee.iLevel == 0
          ? point.distance(to: Location(nearestTo: corners[0], corners[2]))
          : box.distance(to: point)
        info.pointee.eWithin = PARTLY_WITHIN
        return SQLITE_OK
      }, nil, nil)
  }
}
