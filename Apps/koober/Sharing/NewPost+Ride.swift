import Core

extension NewPost {
  /// The post with which a rider shares a ride.
  init(about ride: Ride) {
    self.init(text: "My ride to \(ride.dropoff)", ride: ride.id)
  }
}
