import Composition
import Console
import Core
import FeatureFlags
import Sharing
import SignedIn
import Terminal

extension RiderContainer: SignedInDependencies {
  func makeRideRemoteAPI() -> any RideRemoteAPI {
    CloudRideRemoteAPI(client: cloudClient, session: session)
  }
  var accountRemoteAPI: AccountRemoteAPI { .init(client: cloudClient, session: session) }
  var userSessionRepository: any UserSessionRepository { parent.userSessionRepository }
  @MainActor var signedInResponder: any SignedInResponder { parent.mainViewModel }
  var places: Places { makePlaces() }
  var locator: any Locator { places.locator }
  @MainActor var notSignedInResponder: any NotSignedInResponder { parent.mainViewModel }

  func friendsUnderWay() async -> [InboxItem] {
    let items = (try? await postRepository.inbox(limit: Self.mostShared)) ?? []
    return items.filter { $0.ride?.state.isEnded == false }
  }

  /// How many of the newest items are looked at.
  private static let mostShared = 20

  func makeSignedInContainer() -> SignedInContainer { SignedInContainer(dependencies: self) }

  /// Returns the places as the rider's flags rank them.
  func makePlaces() -> Places { parent.makePlaces(from: cloudClient, rankedBy: flagScope) }
}

extension RiderScope {
  var signedIn: SignedInContainer { child(RiderContainer.makeSignedInContainer) }
}

extension CommandContext: SignedInContext, PlacesContext {
  func signedInContainer() async throws -> SignedInContainer { try await riderScope().signedIn }

  func places() async -> Places {
    await optionalRiderScope()?.container.makePlaces() ?? container.makePlaces()
  }
}

extension Feature {
  /// Rides, places and the profile.
  static let signedIn = Feature(
    commands: { dependency in
      let places = Completion.places { dependency.makeCompletingContext()?.container.makePlaces() }
      let rides = Completion.rides { await dependency.completingRider()?.signedIn }
      return [
        .signOut, .profile, .account, .location, .places(importer: PlaceImportCommand.importPlaces),
        .ride(completing: places, rides: rides), .map(completing: places),
      ]
    }, links: LinkDeclaration.rides(), linkScenes: LinkDeclaration.rideScenes(), flags: .signedIn,
    reopen: { scope, flow, scene in
      scope.signedIn.makeDestination(reopening: scene, for: flow)
    })
}
