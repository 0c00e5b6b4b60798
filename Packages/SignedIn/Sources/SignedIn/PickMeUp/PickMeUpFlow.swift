import Composition
import Console
import Core
import Terminal

/// One pick-up scope, led by a command through the steps that a rider takes on the screens.
@MainActor struct PickMeUpFlow {
  let dropoff: Waypoint
  private let scope: PickMeUpContainer
  private let model: PickMeUpViewModel
  private let picker: RideOptionPickerViewModel
  var pickup: Waypoint { scope.pickup }
  var options: [RideOption] { picker.options }

  /// Opens the scope of one pick-up there, or where the rider is, and loads the kinds of ride.
  init(
    container: SignedInContainer, from pickup: PlaceReference?, to dropoff: PlaceReference
  ) async throws {
    let start = try await container.findPickup(pickup)
    let end = try await container.makePlaceResolver(near: start.location).resolve(dropoff)
    scope = container.makePickMeUpContainer(pickup: start)
    model = scope.makePickMeUpViewModel()
    model.selectDropoff()
    model.placeSelected(end)
    picker = scope.makeRideOptionPickerViewModelFactory(responder: model)
      .create(payload: Trip(pickup: start.location, dropoff: end.location))
    self.dropoff = end
    await picker.load()
    if case .failed(let error) = picker.phase { throw error }
  }

  /// Chooses a ride option; returns the quote to confirm.
  private func select(_ kind: RideOptionKind) throws -> RideQuote {
    picker.select(kind)
    guard case .confirm(let quote, _) = model.phase else {
      throw Problem(
        .failed, code: "rideOptionUnavailable",
        message: "\(kind.name) is not offered for this trip.",
        hint: "Choose one of 'koober ride options'.")
    }
    return quote
  }

  /// Sends the confirmed request; returns the renewed quote to confirm where the one before has
  /// expired.
  private func send(_ request: RideRequest, idempotencyKey: String?) async throws
    -> RideRequestOutcome
  {
    if let idempotencyKey { model.useIdempotencyKey(idempotencyKey) }
    await model.send(request)
    switch model.phase {
    case .accepted(let ride): return .requested(ride)
    case .confirm(_, let error?): throw error
    case .confirm(let quote, nil): return .unconfirmed(quote)
    case .initial, .selectPickup, .selectDropoff, .selectRideOption, .sending:
      throw Problem(
        .internalError, code: "notConfirmed", message: "No ride was confirmed.",
        hint: "Choose a ride before it is sent.")
    }
  }
}

extension PickMeUpFlow {
  /// How often prices may expire before they are confirmed.
  private static let mostConfirmations = 5

  /// Lets the rider confirm a kind of ride, and sends the request.
  ///
  /// - Parameter confirm: Shows the quote to the rider, and may complete its request; nothing is sent when
  ///   it returns `false`.
  func request(
    _ kind: RideOptionKind, idempotencyKey: String?, on console: CommandConsole,
    confirm: (inout RideQuote) async throws -> Bool
  ) async throws -> RideRequestOutcome {
    var quote = try select(kind)
    for _ in 0..<Self.mostConfirmations {
      guard try await confirm(&quote) else { return .unconfirmed(quote) }
      let outcome = try await console.showingActivity(
        "Requesting the ride",
        interruption: "The ride may have been requested; 'koober ride status' shows it."
      ) { [quote] _ in try await send(quote.request, idempotencyKey: idempotencyKey) }
      guard case .unconfirmed(let renewed) = outcome else { return outcome }
      quote = renewed
    }
    throw Problem(
      .tryAgainLater, code: "quoteExpired",
      message: "Every price had expired when it was confirmed.",
      hint: "Check the clocks of this machine and of the cloud.")
  }
}

/// The result of a request.
enum RideRequestOutcome: Equatable, Sendable {
  case requested(Ride)
  /// The rider did not confirm the quote, or has to confirm this one after it; there is no ride.
  case unconfirmed(RideQuote)
}

/// The request to confirm, and the price and times that its option has.
struct RideQuote: Equatable, Sendable {
  var request: RideRequest
  let option: RideOption
  /// The price of the quote before, which has expired; `nil` for the first one.
  var expiredPrice: Money?

  func renewed(by option: RideOption) -> RideQuote {
    RideQuote(
      request: request.with(\.option, option.id).with(\.quote, option.quote.id), option: option,
      expiredPrice: self.option.price)
  }

  /// What the rider has to know before confirming again.
  var news: Styled? {
    guard let expiredPrice else { return nil }
    return expiredPrice == option.price
      ? "The price had expired; it has not changed."
      : "The price had expired: it was \(expiredPrice) and is \(option.price) now."
  }
}
