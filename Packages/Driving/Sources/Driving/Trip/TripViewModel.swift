import Core
import Observation

/// One trip from the accepted offer to the rating of the rider.
@MainActor @Observable final class TripViewModel {
  enum Phase: Equatable {
    case underway
    /// The rider can be rated.
    case completed
    /// The rider has cancelled or not come, or the ride was offered to others.
    case lost
  }

  /// An end of the trip that the driver asks for.
  enum End { case completion, abandonment }

  private(set) var phase = Phase.underway
  private(set) var driven: DrivenRide
  /// What the driver is asked; `nil` without a question.
  var question: TripQuestion?
  /// Whether the rider was blocked here.
  private(set) var hasBlocked = false

  /// The end that the driver has asked for; `nil` if the history tells how the trip has ended.
  private(set) var expectedEnd: End?
  /// Performs the actions of the trip.
  @ObservationIgnored weak var driver: DrivingViewModel?
  init(_ driven: DrivenRide) { self.driven = driven }
  var id: Identifier<Ride> { driven.ride.id }

  /// The next step; `nil` when there is none.
  var step: RideAdvance.Step? {
    switch driven.ride.state {
    case .accepted, .arriving: .arrive
    case .arrived: .start
    case .onTrip: .complete
    case .requested, .completed, .cancelled: nil
    }
  }

  /// What the driver does, or how the trip has ended, as a sentence.
  var title: String {
    switch phase {
    case .underway:
      switch driven.ride.state {
      case .onTrip: "Take \(driven.rider) to \(driven.ride.dropoff)"
      case .arrived: "Wait for \(driven.rider)"
      case .requested, .accepted, .arriving, .completed, .cancelled: "Pick up \(driven.rider)"
      }
    case .completed: "The trip is completed: rate \(driven.rider)"
    case .lost:
      switch driven.ride.cancellation?.reason {
      case .rider: "\(driven.rider) has cancelled\(earned)"
      case .noShow: "\(driven.rider) has not come\(earned)"
      case .noDriver, nil: "The ride was offered to others"
      }
    }
  }

  private var earned: String { driven.ride.cancellation?.fee.map { ": you earn \($0)" } ?? "" }

  /// Takes the newest state of the ride; `nil` when the driver has none any more.
  func take(_ newest: DrivenRide?) {
    if let newest { driven = newest }
    switch newest?.ride.state {
    case .completed: phase = .completed
    case .cancelled, nil:
      if phase == .underway { phase = expectedEnd == .completion ? .completed : .lost }
    case .requested, .accepted, .arriving, .arrived, .onTrip: break
    }
    if phase != .underway, question != .block { question = nil }
  }

  func advance() async {
    guard let step else { return }
    await perform(expecting: step == .complete ? .completion : nil) {
      [id] api throws(CloudError) in try await api.advance(id, step)
    }
  }

  /// Gives the ride back; one whose rider has not come ends.
  func abandon(because reason: RideAbandonment.Reason) async {
    question = nil
    await perform(expecting: reason == .noShow ? nil : .abandonment) {
      [id] api throws(CloudError) in try await api.abandon(id, because: reason)
    }
  }

  private func perform(expecting end: End?, _ action: DriverAction) async {
    await driver?.perform { api throws(CloudError) in
      expectedEnd = end
      do throws(CloudError) {
        return try await action(api)
      } catch {
        // Before the status is asked for again.
        expectedEnd = nil
        throw error
      }
    }
  }

  func rate(stars: Int) async {
    let isDone = await driver?.perform { [id] api throws(CloudError) in
      try await api.rate(id, stars: stars)
      return try await api.driver()
    }
    if isDone == true { leave() }
  }

  /// Blocks the rider, who is not told; a ride under way goes on.
  func block() async {
    question = nil
    let isDone = await driver?.perform { [id] api throws(CloudError) in
      try await api.block(riderOf: id, true)
      return try await api.driver()
    }
    if isDone == true { hasBlocked = true }
  }

  func leave() { driver?.leaveTrip() }
}

/// A question to the driver.
enum TripQuestion {
  /// Why the ride is given back.
  case reason
  /// Whether the rider is to be blocked.
  case block
  /// Whether the trip is to be completed with a part of the route ahead.
  case completion
}
