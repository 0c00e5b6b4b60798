import Commands
import Core
import Observation
import Terminal

/// The rider's current ride, found and followed whatever screen is shown.
@MainActor
@Observable
final class CurrentRideViewModel {
  /// How long the known state may be old.
  static let refreshInterval = Duration.seconds(3)
  /// The states that the rider has to hear of.
  private static let announcedStates: [RideState] = [.arriving, .arrived, .completed]

  /// `nil` without one, and before the first response.
  private(set) var ride: Ride?

  /// The last ride whose end was seen.
  private var endedRide: Identifier<Ride>?
  /// Whether the cloud has answered: a state that was there before the program is no news.
  private var hasLooked = false
  private let rideRemoteAPI: any RideRemoteAPI
  private let clock: any Clock<Duration>
  private weak var responder: (any RideAcceptedResponder)?

  /// - Parameter responder: Told of a ride that is under way, also when it was requested elsewhere.
  init(
    rideRemoteAPI: any RideRemoteAPI, clock: any Clock<Duration>,
    responder: (any RideAcceptedResponder)?
  ) {
    self.rideRemoteAPI = rideRemoteAPI
    self.clock = clock
    self.responder = responder
  }

  /// Renews the ride; after a failure the last known state stays.
  func refresh(announce: (String) -> Void) async {
    do throws(CloudError) {
      if let ride, !ride.state.isEnded {
        show(try await rideRemoteAPI.ride(ride.id), announce)
      } else {
        show(try await rideRemoteAPI.currentRide(), announce)
      }
    } catch .refused(let detail) where detail.code == .notFound {
      if let ride { endedRide = ride.id }
      ride = nil
      hasLooked = true
    } catch {
      // The screens report a cloud that does not answer; the next attempt comes soon.
    }
  }

  /// Whether a ride has ended, also when it is known from a screen that is covered and not renewed.
  func hasEnded(_ ride: Ride) -> Bool { ride.state.isEnded || ride.id == endedRide }

  private func show(_ newest: Ride, _ announce: (String) -> Void) {
    let isNews = ride?.id == newest.id ? ride?.state != newest.state : hasLooked
    hasLooked = true
    if ride != newest { ride = newest }
    if isNews, Self.announcedStates.contains(newest.state) {
      announce("\(RideText(newest).headline.text).")
    }
    if newest.state.isEnded {
      endedRide = newest.id
    } else {
      responder?.rideAccepted(newest)
    }
  }
}

extension CurrentRideViewModel: StatusProvider {
  var status: Styled? { ride.map { Styled(RideText($0).brief) } }

  var farewell: Styled? {
    guard let ride, !ride.state.isEnded else { return nil }
    return "Your ride goes on. 'koober' or 'koober ride status --watch' shows it."
  }

  func follow(announce: @escaping @MainActor (String) -> Void) async {
    await refresh(announce: announce)
    await clock.repeatedly(after: Self.refreshInterval) { await refresh(announce: announce) }
  }
}
