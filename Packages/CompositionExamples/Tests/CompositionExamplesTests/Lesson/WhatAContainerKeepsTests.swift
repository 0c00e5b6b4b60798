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
}
