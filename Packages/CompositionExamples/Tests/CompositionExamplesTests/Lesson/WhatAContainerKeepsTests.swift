import AuthenticationExample
import ContainerHierarchyExample
import Testing

/// A container with each kind of member.
@MainActor
private final class RideContainer {
  // One for the life of the container, made with it.
  let rideOptionCache = RideOptionCache()

  // One for the life of the container, made when it is first asked for.
  private(set) lazy var receipts = ReceiptStore()

  // A new one for each who asks.
  func makeWelcomeViewModel() -> WelcomeViewModel {
    WelcomeViewModel()
  }
}

private final class ReceiptStore {}

/// Waits for the session first: the scope is opened with all that it needs.
@MainActor
private func openSignedIn(
  below app: AppContainer, with credentials: Credentials
) async throws(AuthenticationError) -> SignedInContainer {
  let session = try await app.userSessionRepository.signIn(credentials)
  return SignedInContainer(dependencies: app, session: session)
}

@MainActor
struct WhatAContainerKeepsTests {
  @Test func `A constant and a lazy property are made once, and a method makes anew`() {
    let container = RideContainer()

    #expect(container.rideOptionCache === container.rideOptionCache)
    #expect(container.receipts === container.receipts)
    #expect(container.makeWelcomeViewModel() !== container.makeWelcomeViewModel())
  }

  @Test func `Two containers of one scope have two of everything`() {
    let app = AppContainer(
      outside: Outside(
        authRemoteAPI: InMemoryAuthRemoteAPI(),
        userSessionDataStore: InMemoryUserSessionDataStore()))
    let session = UserSession(email: "rosa@gmail.com", token: "1")

    let first = SignedInContainer(dependencies: app, session: session)
    let second = SignedInContainer(dependencies: app, session: session)
    #expect(first.rideOptionCache !== second.rideOptionCache)

    let handedOn = first
    #expect(handedOn.rideOptionCache === first.rideOptionCache)
  }

  @Test func `A scope that has to wait for a value is opened when the value is there`() async throws
  {
    let rosa = Credentials(email: "rosa@gmail.com", password: "hidden")
    let app = AppContainer(
      outside: Outside(
        authRemoteAPI: InMemoryAuthRemoteAPI(accounts: [rosa]),
        userSessionDataStore: InMemoryUserSessionDataStore()))

    let container = try await openSignedIn(below: app, with: rosa)
    #expect(container.session.email == "rosa@gmail.com")

    let wrong = Credentials(email: "rosa@gmail.com", password: "guessed")
    await #expect(throws: AuthenticationError.wrongCredentials(email: "rosa@gmail.com")) {
      _ = try await openSignedIn(below: app, with: wrong)
    }
  }
}
