// A way is the list of its corners.
extension [Location] {
  /// The lengths of the legs from corner to corner, in meters.
  public var legs: [Double] { zip(self, dropFirst()).map { $0.distance(to: $1) } }

  /// Returns the point after a distance along the way, in meters: the start before it, the end after it;
  /// `nil` for a way without corners.
  public func point(after meters: Double) -> Location? { point(after: meters, legs: legs) }

  /// Returns the same for a way whose legs have been measured.
  public func point(after meters: Double, legs: [Double]) -> Location? {
    var rest = Swift.max(0, meters)
    for (index, length) in legs.enumerated() {
      guard rest >= length else { return self[index].moved(by: rest / length, to: self[index + 1]) }
      rest -= length
    }
    return last
  }

  /// Returns the part of a way that is still before a car, which begins at the car; `nil` for a way
  /// of fewer than two corners.
  public func ahead(of car: Location) -> [Location]? {
    // The car is on the leg on which it is no detour.
    func detour(_ index: Int) -> Double {
      self[index].distance(to: car) + car.distance(to: self[index + 1])
        - self[index].distance(to: self[index + 1])
    }
    let leg = indices.dropLast().min { detour($0) < detour($1) }
    return leg.map { [car] + self[($0 + 1)...] }
  }

  /// Returns the length of the part of a way that is still before a car, in meters; zero for a way of fewer
  /// than two corners.
  public func meters(aheadOf car: Location) -> Double {
    (ahead(of: car) ?? []).legs.reduce(0, +)
  }
}
