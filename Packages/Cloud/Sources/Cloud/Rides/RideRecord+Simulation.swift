package import Core
package import FoundationEssentials

extension RideRecord {
  /// The state of the ride at a time.
  package func ride(at time: Date) -> Ride {
    let state = state(at: time)
    // A cancelled ride stands still where it was.
    let moment = min(time, endsAt)
    let isAccepted = moment >= timetable.accepted
    let assignment = DriverAssignment(
      seed: seed, option: request.option, requestedAt: timetable.requested)
    return Ride(
      id: id, state: state, request: request, price: price, requestedAt: timetable.requested,
      car: isAccepted
        ? Car(
          model: assignment.carModel, plate: assignment.plate, location: carLocation(at: moment))
        : nil,
      driver: isAccepted ? Driver(name: assignment.driverName) : nil,
      secondsUntilPickup: state.isBeforePickup ? timetable.arrived.seconds(after: time) : nil,
      secondsUntilDropoff: state.isEnded ? nil : timetable.completed.seconds(after: time),
      route: route, approach: isAccepted && state.isBeforePickup ? approach : nil,
      durationSeconds: timetable.completed.seconds(after: timetable.boarded),
      routeModel: routeModel.isEmpty ? nil : routeModel)
  }

  /// How far the ride has come at a time.
  package func state(at time: Date) -> RideState {
    if let cancelledAt, time >= cancelledAt { return .cancelled }
    if time < timetable.accepted { return .requested }
    if time < timetable.arriving { return .accepted }
    if time < timetable.arrived { return .arriving }
    if time < timetable.boarded { return .arrived }
    return time < timetable.completed ? .onTrip : .completed
  }

  private func carLocation(at time: Date) -> Location {
    let isOnTrip = time >= timetable.boarded
    let path = isOnTrip ? route : approach
    let start = isOnTrip ? timetable.boarded : timetable.accepted
    let end = isOnTrip ? timetable.completed : timetable.arrived
    let part = time.timeIntervalSince(start) / max(1e-3, end.timeIntervalSince(start))
    return PathInterpolation.point(on: path, part: part) ?? route[0]
  }
}

extension RideState {
  fileprivate var isBeforePickup: Bool {
    self == .requested || self == .accepted || self == .arriving
  }
}

extension Date {
  /// Whole seconds from another time to this one, rounded up, so that "0 seconds" is only now.
  fileprivate func seconds(after time: Date) -> Int { Int(timeIntervalSince(time).rounded(.up)) }
}
