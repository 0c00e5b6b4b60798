import Composition
import Core

/// One pick-up scope, led by a command through the steps that a rider takes on the screens.
@MainActor
struct PickMeUpFlow {
  private let container: PickMeUpContainer
  private let model: PickMeUpViewModel
  private let resolver: PlaceResolver
  private let optionPickerFactory: RideOptionPickerViewModel.Factory

  var pickup: Waypoint { container.pickup }

  /// Opens the scope of one pick-up there, or where the rider is.
  init(container: SignedInContainer, from reference: PlaceReference?) async throws {
    let pickup = try await Self.findPickup(reference, container: container)
    self.container = container.makePickMeUpContainer(pickup: pickup)
    model = self.container.makePickMeUpViewModel()
    resolver = container.makePlaceResolver(near: pickup.location)
    optionPickerFactory = self.container.makeRideOptionPickerViewModelFactory(responder: model)
  }

  /// Finds the drop-off and hands it to the pick-up.
  func selectDropoff(_ reference: PlaceReference) async throws -> Waypoint {
    let dropoff = try await resolver.resolve(reference)
    model.selectDropoff()
    model.placeSelected(dropoff)
    return dropoff
  }

  /// Loads the kinds of ride for the trip.
  func loadRideOptions(dropoff: Waypoint) async throws(CloudError) -> RideOptionPickerViewModel {
    let picker = optionPickerFactory.create(
      payload: Trip(pickup: pickup.location, dropoff: dropoff.location))
    await picker.load()
    if case .failed(let error) = picker.phase { throw error }
    return picker
  }

  /// Chooses a ride option; returns the quote to confirm.
  func selectRideOption(_ kind: RideOptionKind, dropoff: Waypoint) async throws -> RideQuote {
    let picker = try await loadRideOptions(dropoff: dropoff)
    picker.select(kind)
    guard case .confirm(let quote, _) = model.phase else {
      throw Problem(
        .failed, code: "rideOptionUnavailable",
        message: "\(kind.name) is not offered for this trip.",
        hint: "Choose one of 'koober ride options'.")
    }
    return quote
  }

  /// Sends the confirmed request.
  func send(_ request: RideRequest, idempotencyKey: String?) async throws -> Ride {
    if let idempotencyKey { model.useIdempotencyKey(idempotencyKey) }
    await model.send(request)
    switch model.phase {
    case .accepted(let ride): return ride
    case .confirm(_, let error?): throw error
    case .initial, .selectPickup, .selectDropoff, .selectRideOption, .confirm, .sending:
      throw Problem(
        .internalError, code: "notConfirmed", message: "No ride was confirmed.",
        hint: "Choose a ride before it is sent.")
    }
  }

  /// Returns the pick-up that a reference means; without one, where the rider is.
  static func findPickup(
    _ reference: PlaceReference?, container: SignedInContainer
  ) async throws -> Waypoint {
    let locator = container.dependencies.locator
    guard let reference else { return Waypoint(try await locator.currentLocation()) }
    let location = try? await locator.currentLocation()
    return try await container.makePlaceResolver(near: location).resolve(reference)
  }
}

/// The request to confirm, and the price and times that its option has.
struct RideQuote: Equatable, Sendable {
  var request: RideRequest
  let option: RideOption

  init(pickup: Waypoint, dropoff: Waypoint, option: RideOption) {
    request = RideRequest(pickup: pickup, dropoff: dropoff, option: option.id)
    self.option = option
  }
}
