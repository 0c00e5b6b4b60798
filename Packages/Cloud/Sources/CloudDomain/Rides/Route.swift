public import Core

/// A way for a car.
public struct Route: Equatable, Sendable {
  /// The points where the way turns, start and end included; never empty.
  public let corners: [Location]
  /// The length in meters.
  public let distance: Double
  /// How long a car takes, in seconds.
  public let duration: Double
  /// The name of the model that planned it.
  public let model: String

  package init(corners: [Location], distance: Double, duration: Double, model: String) {
    self.corners = corners
    self.distance = distance
    self.duration = duration
    self.model = model
  }
}

extension Route {
  /// Creates a way whose legs go along great circles, at the usual speed of a city.
  public init(corners: [Location], model: String) {
    let distance = zip(corners, corners.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    self.init(
      corners: corners, distance: distance, duration: TravelTime.seconds(for: distance),
      model: model)
  }
}
