import Core
import Observation
import Terminal

/// The newest known states of a rider's rides: one for the screens, the lists and the status line.
@MainActor
@Observable
final class KnownRides {
  private var rides: [Identifier<Ride>: Ride] = [:]
  /// Which questions the known states answer.
  @ObservationIgnored private var questions: [Identifier<Ride>: Int] = [:]
  @ObservationIgnored private var lastQuestion = 0

  /// Told after a ride has changed.
  @ObservationIgnored var rideChanged: @MainActor () -> Void = {}

  subscript(id: Identifier<Ride>) -> Ride? { rides[id] }

  /// The newest state of a ride.
  func newest(_ ride: Ride) -> Ride { rides[ride.id] ?? ride }

  /// Numbers a question to the cloud, before it is asked.
  func ask() -> Int {
    lastQuestion += 1
    return lastQuestion
  }

  /// Takes a ride that the cloud has sent, unless one that is known has come further, or as far in
  /// the answer to a later question.
  ///
  /// - Parameter question: What the ride answers; `nil` for a question that was asked just now.
  func renew(_ ride: Ride, answering question: Int? = nil) {
    let question = question ?? ask()
    if let known = rides[ride.id] {
      let later = RideState.allCases.drop { $0 != ride.state }.dropFirst()
      if later.contains(known.state) { return }
      if known.state == ride.state, question < questions[ride.id] ?? 0 { return }
    }
    questions[ride.id] = question
    // An unchanged state is not set, so that nothing is drawn again.
    guard rides[ride.id] != ride else { return }
    rides[ride.id] = ride
    rideChanged()
  }
}

extension Navigator {
  /// The rides that the status line follows.
  var knownRides: KnownRides {
    statusProvider(CurrentRideViewModel.self)?.knownRides ?? KnownRides()
  }
}
