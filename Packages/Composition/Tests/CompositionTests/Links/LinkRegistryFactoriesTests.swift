import Composition
import Testing

struct LinkRegistryFactoriesTests {
  private protocol Screen {
    var title: String { get }
  }

  private struct RideScreen: Screen, FactoryModule {
    typealias Dependency = String

    struct Payload {
      let id: Int
    }

    let title: String

    init(dependency: String, payload: Payload) {
      title = "\(dependency) \(payload.id)"
    }
  }

  private struct PostScreen: Screen, FactoryModule {
    typealias Dependency = [String: String]
    typealias Payload = String

    let title: String

    init(dependency: [String: String], payload: String) {
      title = dependency[payload] ?? "Unknown"
    }
  }

  @MainActor private final class InboxScreen: Screen, @MainActor FactoryModule {
    typealias Dependency = String

    nonisolated let title: String

    init(dependency: String, payload: Void) {
      title = dependency
    }
  }

  private func ride() throws -> LinkPattern<Int> {
    try LinkPattern("koober://ride/<id>", .integer("id"))
  }

  @Test func `A factory makes the product from the payload of the link`() async throws {
    var links = LinkRegistry<RideScreen>()
    let rides = RideScreen.Factory(dependency: "Ride")
    try links.register(ride()) { rides.create(payload: RideScreen.Payload(id: $0)) }

    let rideTitle = try await links.resolve("koober://ride/42").title
    #expect(rideTitle == "Ride 42")
  }

  @Test func `Factories of different modules make one kind of product`() async throws {
    var links = LinkRegistry<any Screen>()
    let posts = PostScreen.Factory(dependency: ["p1": "Beach"])
    let rides = RideScreen.Factory(dependency: "Ride")
    try links.register(ride()) { rides.create(payload: RideScreen.Payload(id: $0)) }
    let share = try LinkPattern("koober://share/<post>", .text("post"))
    try links.register(share) { posts.create(payload: $0) }

    let rideTitle = try await links.resolve("koober://ride/42").title
    #expect(rideTitle == "Ride 42")
    let postTitle = try await links.resolve("koober://share/p1").title
    #expect(postTitle == "Beach")
  }

  @Test @MainActor func `A main actor factory makes the product on its actor`() async throws {
    var links = LinkRegistry<any Screen>()
    let factory = InboxScreen.Factory(dependency: "Inbox")
    try links.register(LinkPattern("koober://inbox")) { factory.create() }

    let inboxTitle = try await links.resolve("koober://inbox").title
    #expect(inboxTitle == "Inbox")
  }

  @Test func `A product is made anew for each link`() async throws {
    var created = 0
    var links = LinkRegistry<Int>()
    try links.register(LinkPattern("koober://inbox")) {
      created += 1
      return created
    }

    let products = [
      try await links.resolve("koober://inbox/"), try await links.resolve("koober://inbox"),
    ]
    #expect(products == [1, 2])
  }
}
