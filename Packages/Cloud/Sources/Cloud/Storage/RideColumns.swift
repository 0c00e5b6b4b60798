/// The columns of a ride, in the order in which they are read and written.
package enum RideColumns {
  private static let names = [
    "id", "rider", "option", "pickup_name", "pickup_latitude", "pickup_longitude",
    "dropoff_name", "dropoff_latitude", "dropoff_longitude", "currency", "price", "requested_at",
    "accepted_at", "arriving_at", "arrived_at", "boarded_at", "completed_at", "cancelled_at",
    "seed", "approach", "route",
  ]
  package static let count = Int32(names.count)
  package static let all = names.joined(separator: ", ")
  package static let joined = names.map { "rides.\($0)" }.joined(separator: ", ")
}
