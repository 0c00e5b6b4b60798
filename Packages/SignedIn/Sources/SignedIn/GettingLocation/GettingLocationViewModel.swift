import Basics
import Core
import Observation

/// Receives the rider's location; implemented above its determination.
@MainActor protocol PickupLocatedResponder: AnyObject {
  /// Goes on to a pick-up there.
  func pickupLocated(at location: Location)
}

/// Determines the rider's location, with retries.
@MainActor @Observable final class GettingLocationViewModel {
  typealias Responder = PickupLocatedResponder & RideAcceptedResponder

  enum Phase: Equatable {
    case locating
    /// The error is shown, and the rider may try again.
    case failed(Problem)
    case located(Location)
    /// There is nothing to locate: the rider has a ride already.
    case underway(Ride)
  }

  private(set) var phase = Phase.locating
  private let locator: any Locator
  private let rideRemoteAPI: any RideRemoteAPI
  private weak var responder: (any Responder)?

  init(locator: any Locator, rideRemoteAPI: any RideRemoteAPI, responder: (any Responder)? = nil) {
    (self.locator, self.rideRemoteAPI, self.responder) = (locator, rideRemoteAPI, responder)
  }

  /// Continues with the current ride or, without one, with the rider's location;
  /// also the retry after a failure.
  func begin() async {
    phase = .locating
    do throws(CloudError) {
      let ride = try await rideRemoteAPI.currentRide()
      responder?.rideAccepted(ride)
      phase = .underway(ride)
    } catch .refused(let detail) where detail.code == .notFound {
      await locate()
    } catch {
      phase = .failed(error.problem)
    }
  }

  /// Determines the location.
  func locate() async {
    phase = .locating
    do throws(FileError) {
      let location = try await locator.currentLocation()
      responder?.pickupLocated(at: location)
      phase = .located(location)
    } catch {
      phase = .failed(error.problem)
    }
  }
}
