import Core
import Observation
import RideUI
import Terminal

/// The rider's current ride, found and followed whatever screen is shown.
@MainActor @Observable final class CurrentRideViewModel {
  /// How long the known state may be old while there is no stream.
  static let refreshInterval = Duration.seconds(3)
  private static let announcedStates: [RideState] = [.arriving, .arrived, .completed]

  @ObservationIgnored var announce: @MainActor (String) -> Void = { _ in }

  /// The ride that is under way or has just ended; `nil` before the first response.
  private var id: Identifier<Ride>?
  /// The state that is no news.
  private var toldState: RideState?
  /// Whether the cloud has answered: a state that was there before the program is no news.
  private var hasLooked = false
  let knownRides: KnownRides
  private let rideRemoteAPI: any RideRemoteAPI
  private let liveEvents: LiveEvents
  private let age: @MainActor () -> Int
  private weak var responder: (any RideAcceptedResponder)?

  /// - Parameters:
  ///   - responder: Told of a ride that is under way, also when it was requested elsewhere.
  ///   - age: The seconds since the ride was known.
  init(
    knownRides: KnownRides, rideRemoteAPI: any RideRemoteAPI, liveEvents: LiveEvents,
    responder: (any RideAcceptedResponder)?, age: @escaping @MainActor () -> Int = { 0 }
  ) {
    self.age = age
    (self.knownRides, self.rideRemoteAPI) = (knownRides, rideRemoteAPI)
    (self.liveEvents, self.responder) = (liveEvents, responder)
    knownRides.rideChanged = { [weak self] in self?.tell() }
  }

  private var ride: Ride? { id.flatMap { knownRides[$0] } }

  /// Renews the ride; after a failure the last known state stays.
  func refresh() async {
    // Meanwhile another ride may become the current one, and an answer about this one is old.
    let (asked, request) = (id, knownRides.nextRequest())
    do throws(CloudError) {
      let newest =
        if let ride, !ride.state.isEnded { try await rideRemoteAPI.newest(ride) } else {
          try await rideRemoteAPI.currentRide()
        }
      guard id == asked else { return }
      show(newest, answering: request)
      if let ride, !ride.state.isEnded { responder?.rideAccepted(ride) }
    } catch .refused(let detail) where detail.code == .notFound {
      if id == asked { id = nil }
      hasLooked = true
    } catch {
      // The screens report a cloud that does not answer; the next attempt comes soon.
    }
  }

  private func take(_ event: RiderEvent) {
    switch event {
    case .ride(let live) where live.isOwn:
      if live.ride.state.isEnded, live.ride.id != id { return knownRides.renew(live.ride) }
      show(live.ride)
      if let ride, !ride.state.isEnded { responder?.rideAccepted(ride) }
    case .position(let position): knownRides.move(to: position)
    case .ride, .inbox, .friends, .driving, .reset, .resumed: break
    }
  }

  func show(_ newest: Ride, answering request: Int? = nil) {
    if id != newest.id { (id, toldState) = (newest.id, hasLooked ? nil : newest.state) }
    hasLooked = true
    knownRides.renew(newest, answering: request)
    tell()
  }

  /// Shows no ride until another one is under way.
  func dismiss() { id = nil }

  private func tell() {
    guard let ride, ride.state != toldState else { return }
    toldState = ride.state
    if Self.announcedStates.contains(ride.state) { announce("\(RideText(ride).headline.text).") }
  }
}

extension CurrentRideViewModel: StatusProvider {
  var status: Styled? { ride.map { Styled(RideText($0, age: age()).brief) } }

  var farewell: Styled? {
    guard let ride, !ride.state.isEnded else { return nil }
    return "Your ride goes on: koober ride status --watch"
  }

  func follow(announce: @escaping @MainActor (String) -> Void) async {
    self.announce = announce
    for await step in liveEvents.steps(orAskEvery: Self.refreshInterval) {
      switch step {
      case .renew: await refresh()
      case .event(let event): take(event)
      }
    }
  }
}
