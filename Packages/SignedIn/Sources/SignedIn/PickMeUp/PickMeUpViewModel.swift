import Core
import Observation

/// The state of a ride request, from the pick-up point to the accepted request.
@MainActor @Observable final class PickMeUpViewModel {
  enum Phase: Equatable {
    case initial
    case selectPickup
    case selectDropoff
    case selectRideOption(dropoff: Waypoint)
    /// The rider has chosen and may send; the error is that of the last attempt to send this.
    case confirm(RideQuote, sendError: CloudError?)
    case sending(RideQuote)
    case accepted(Ride)
  }

  let pickup: Waypoint
  private(set) var phase = Phase.initial

  /// Gives all attempts to send one confirmation one effect; a new choice gets a new key.
  private var idempotencyKey: String?
  private let rideRemoteAPI: any RideRemoteAPI
  private let randomBytes: any RandomBytes
  private weak var responder: (any RideAcceptedResponder)?
  private weak var pickupResponder: (any PickupSelectedResponder)?

  init(
    pickup: Waypoint, rideRemoteAPI: any RideRemoteAPI, randomBytes: any RandomBytes,
    responder: (any RideAcceptedResponder)?,
    pickupResponder: (any PickupSelectedResponder)?
  ) {
    (self.pickupResponder, self.pickup) = (pickupResponder, pickup)
    (self.rideRemoteAPI, self.randomBytes, self.responder) = (rideRemoteAPI, randomBytes, responder)
  }

  var dropoff: Waypoint? {
    switch phase {
    case .initial, .selectPickup, .selectDropoff: nil
    case .selectRideOption(let dropoff): dropoff
    case .confirm(let quote, _), .sending(let quote): quote.request.dropoff
    case .accepted(let ride): ride.dropoff
    }
  }

  /// Asks where to go; the drop-off can be changed until the request is sent.
  func selectDropoff() {
    switch phase {
    case .sending, .accepted: return
    case .initial, .selectPickup, .selectDropoff, .selectRideOption, .confirm:
      phase = .selectDropoff
    }
  }

  func selectPickup() { if phase == .initial { phase = .selectPickup } }
  var canSelectPickup: Bool { pickupResponder != nil }

  /// Goes back from the search to the map.
  func showMap() { if phase == .selectDropoff || phase == .selectPickup { phase = .initial } }

  /// Resets the choice; nothing can be sent until there is another one.
  func selectRideOption() {
    if case .confirm(let quote, _) = phase {
      phase = .selectRideOption(dropoff: quote.request.dropoff)
    }
  }

  /// Uses a key that the rider made, so that also another process can repeat this request.
  func useIdempotencyKey(_ key: String) { idempotencyKey = key }

  /// Sends the confirmed request; does nothing unless there is an explicit choice to confirm.
  ///
  /// - Parameter request: The request as the rider completed it; `nil` for that of the quote.
  func send(_ request: RideRequest? = nil) async {
    guard case .confirm(var quote, _) = phase else { return }
    if let request { quote.request = request }
    phase = .sending(quote)
    let key = idempotencyKey ?? randomBytes.makeIdentifier()
    idempotencyKey = key
    do throws(CloudError) {
      let ride = try await rideRemoteAPI.requestRide(quote.request, idempotencyKey: key)
      responder?.rideAccepted(ride)
      phase = .accepted(ride)
    } catch {
      await confirmAgain(quote, after: error)
    }
  }

  /// Lets the rider confirm after an error; an expired quote is renewed first.
  private func confirmAgain(_ quote: RideQuote, after error: CloudError) async {
    guard case .refused(let detail) = error, detail.code == .quoteExpired else {
      phase = .confirm(quote, sendError: error)
      return
    }
    let trip = Trip(pickup: quote.request.pickup.location, dropoff: quote.request.dropoff.location)
    do throws(CloudError) {
      let options = try await rideRemoteAPI.rideOptions(for: trip).options
      if let option = options.first(where: { $0.id == quote.option.id }) {
        phase = .confirm(quote.renewed(by: option), sendError: nil)
      } else {
        phase = .selectRideOption(dropoff: quote.request.dropoff)
      }
    } catch {
      phase = .confirm(quote, sendError: error)
    }
  }
}

extension PickMeUpViewModel: PlaceSelectedResponder {
  func placeSelected(_ place: Waypoint) {
    switch phase {
    case .selectDropoff: phase = .selectRideOption(dropoff: place)
    case .selectPickup: pickupResponder?.pickupSelected(at: place)
    case .initial, .selectRideOption, .confirm, .sending, .accepted: break
    }
  }
}

extension PickMeUpViewModel: RideOptionSelectedResponder {
  func rideOptionSelected(_ option: RideOption) {
    let dropoff: Waypoint
    switch phase {
    case .selectRideOption(let selected): dropoff = selected
    case .confirm(let quote, _): dropoff = quote.request.dropoff
    case .initial, .selectPickup, .selectDropoff, .sending, .accepted: return
    }
    idempotencyKey = nil
    let request = RideRequest(
      pickup: pickup, dropoff: dropoff, option: option.id, quote: option.quote.id)
    phase = .confirm(RideQuote(request: request, option: option), sendError: nil)
  }
}

/// Receives the chosen pick-up point; implemented above the pick-up.
@MainActor protocol PickupSelectedResponder: AnyObject {
  func pickupSelected(at pickup: Waypoint)
}

/// Called with the chosen end of the trip.
@MainActor protocol PlaceSelectedResponder: AnyObject {
  func placeSelected(_ place: Waypoint)
}

/// Receives the chosen ride option.
@MainActor protocol RideOptionSelectedResponder: AnyObject {
  func rideOptionSelected(_ option: RideOption)
}
