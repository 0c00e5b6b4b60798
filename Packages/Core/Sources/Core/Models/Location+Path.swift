// A way is the list of its corners.
extension [Location] {
  /// Returns the point after a distance along the way, in meters: the start before it, the end after it;
  /// `nil` for a way without corners.
  public func point(after meters: Double) -> Location? {
    var rest = Swift.max(0, meters)
    for (start, end) in zip(self, dropFirst()) {
      let length = start.distance(to: end)
      guard rest >= length else { return start.moved(by: rest / length, to: end) }
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
}
