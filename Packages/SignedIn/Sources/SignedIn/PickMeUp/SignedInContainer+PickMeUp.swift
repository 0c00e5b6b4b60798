import Console
import Core
import FeatureFlags

extension SignedInContainer: PickMeUpDependencies {
  var flagScope: FlagScope { dependencies.flagScope }
  var services: SystemServices { dependencies.services }
  var liveEvents: LiveEvents { dependencies.liveEvents }
  func friendsUnderWay() async -> [InboxItem] { await dependencies.friendsUnderWay() }

  func knownPlaces(asking rideRemoteAPI: any RideRemoteAPI) -> KnownPlaces {
    KnownPlaces(saved: savedPlaces, rideRemoteAPI: rideRemoteAPI)
  }

  var savedPlaces: SavedPlaceStore {
    SavedPlaceStore(path: dependencies.places.savedPlacesFile, rider: session.profile.id)
  }

  func makePlaceResolver(near location: Location?) -> PlaceResolver {
    PlaceResolver(placeRemoteAPI: placeRemoteAPI, saved: savedPlaces, near: location)
  }

  /// Returns the pick-up that a reference means; without one, where the rider is.
  func findPickup(_ reference: PlaceReference?) async throws -> Waypoint {
    let locator = dependencies.locator
    guard let reference else { return Waypoint(try await locator.currentLocation()) }
    let location = try? await locator.currentLocation()
    return try await makePlaceResolver(near: location).resolve(reference)
  }

  func makeRideRemoteAPI() -> any RideRemoteAPI { dependencies.makeRideRemoteAPI() }

  /// Opens the scope of one pick-up; each ride gets a new one.
  func makePickMeUpContainer(pickup: Waypoint) -> PickMeUpContainer {
    PickMeUpContainer(dependencies: self, pickup: pickup)
  }
}

@MainActor extension SignedInContainer {
  /// Returns the kinds of ride for a trip from a pick-up, or from where the rider is.
  func rideOptions(
    to dropoff: PlaceReference, from pickup: PlaceReference?
  ) async throws -> RideOptionsOutcome {
    let flow = try await PickMeUpFlow(container: self, from: pickup, to: dropoff)
    return RideOptionsOutcome(pickup: flow.pickup, dropoff: flow.dropoff, options: flow.options)
  }

  /// Requests a ride in a new pick-up scope.
  ///
  /// - Parameters:
  ///   - pickup: Where it begins; without it, where the rider is.
  ///   - confirm: Shows the quote to the rider, and may complete its request; nothing is sent when
  ///     it returns `false`.
  func requestRide(
    to dropoff: PlaceReference, from pickup: PlaceReference?, option: RideOptionKind,
    idempotencyKey: String?, on console: CommandConsole,
    confirm: (inout RideQuote) async throws -> Bool
  ) async throws -> RideRequestOutcome {
    var (flow, quote) = try await console.showingActivity("Asking for the price") { _ in
      let flow = try await PickMeUpFlow(container: self, from: pickup, to: dropoff)
      return (flow, try flow.select(option))
    }
    for _ in 0..<Self.mostConfirmations {
      guard try await confirm(&quote) else { return .unconfirmed(quote) }
      let outcome = try await console.showingActivity(
        "Requesting the ride",
        interruption: "The ride may have been requested; 'koober ride status' shows it."
      ) { [quote] _ in try await flow.send(quote.request, idempotencyKey: idempotencyKey) }
      guard case .unconfirmed(let renewed) = outcome else { return outcome }
      quote = renewed
    }
    throw Problem(
      .tryAgainLater, code: "quoteExpired",
      message: "Every price had expired when it was confirmed.",
      hint: "Check the clocks of this machine and of the cloud.")
  }

  /// How often prices may expire before they are confirmed.
  private static let mostConfirmations = 5
}

/// The kinds of ride that a command may choose from.
struct RideOptionsOutcome: Encodable, Equatable {
  let pickup: Waypoint
  let dropoff: Waypoint
  let options: [RideOption]
}

/// The result of a request.
enum RideRequestOutcome: Equatable, Sendable {
  case requested(Ride)
  /// The rider did not confirm the quote, or has to confirm this one after it; there is no ride.
  case unconfirmed(RideQuote)
}
