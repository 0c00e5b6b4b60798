/// Remembers the distances asked for since the rider signed in; forgotten at sign-out.
@MainActor
public final class RideOptionCache {
  private var distances: [Location: Double] = [:]

  /// Creates an empty cache.
  public init() {}
  /// Forgets all distances.
  public func removeAll() { distances = [:] }
  /// How many distances are remembered.
  public var count: Int { distances.count }

  /// Returns the remembered distance to a point, or asks for it and remembers the answer.
  public func distance(to dropOff: Location, asking api: any RideRemoteAPI) -> Double {
    if let distance = distances[dropOff] { return distance }
    let distance = api.distance(to: dropOff)
    distances[dropOff] = distance
    return distance
  }
}
