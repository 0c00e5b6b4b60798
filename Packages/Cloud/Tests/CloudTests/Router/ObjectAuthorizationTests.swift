@_spi(SessionIssuer) import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudStore

/// What belongs to another rider is, for a rider, the same as what does not exist.
struct ObjectAuthorizationTests {
  /// An identifier that nothing has, as long as those that the cloud makes.
  private static let absent = String(repeating: "0", count: 32)

  /// Everything of Ann's that has an identifier, and Bob, who tries them all.
  private struct Scene {
    let router: CloudRouter
    let identifiers: [String]
    let bob: UserSession
    let ann: UserSession
    let state: @Sendable () async throws -> [String]

    init(_ store: SQLStore) async throws {
      let router = CloudContainer(dependencies: TestCloud(database: CloudDatabase(store: store)))
        .makeRouter()
      let ann = try await Self.signUp(router, "Ann")
      let bob = try await Self.signUp(router, "Bob")
      let carl = try await Self.signUp(router, "Carl")
      let client = CloudClient(transport: BoundedCloudTransport(RouterTransport(router: router)))
      let ride = try await client.requestRide(session: ann)
      let _: InvitationOutcome = try await Self.send(
        router, .post, ["friends"], NewFriend(email: "carl@example.com"), session: ann)
      let _: InvitationOutcome = try await Self.send(
        router, .post, ["friends"], NewFriend(email: "ann@example.com"), session: carl)
      let post: Post = try await Self.send(
        router, .post, ["posts"], NewPost(text: "Look!", ride: ride.id), session: ann)
      let _: Empty = try await Self.send(
        router, .post, ["posts", post.id.rawValue, "shares"],
        PostRecipient(friend: carl.profile.id), session: ann)
      (self.router, self.ann, self.bob) = (router, ann, bob)
      identifiers =
        [ride.id.rawValue, post.id.rawValue, ann.profile.id.rawValue, carl.profile.id.rawValue]
      state = {
        var bodies: [String] = []
        for (session, path) in [
          (ann, ["rides", ride.id.rawValue]), (ann, ["friends"]), (carl, ["inbox"]),
        ] {
          let answer = try await router.respond(
            to: CloudRequest(
              method: .get, path: path, query: path == ["inbox"] ? ["limit": "10"] : [:],
              token: session.remoteSession.token))
          bodies.append(String(decoding: answer.body, as: UTF8.self))
        }
        return bodies
      }
    }

    private static func signUp(_ router: CloudRouter, _ name: String) async throws -> UserSession {
      let issued: IssuedSession = try await send(
        router, .post, ["accounts"], NewAccount.named(name))
      return issued.session
    }

    private static func send<Response: Decodable>(
      _ router: CloudRouter, _ method: HTTPMethod, _ path: [String], _ body: some Encodable,
      session: UserSession? = nil
    ) async throws -> Response {
      let request = CloudRequest(
        method: method, path: path, token: session?.remoteSession.token,
        body: try JSONCoding.encode(body))
      return try JSONCoding.decode(Response.self, from: await router.respond(to: request).body)
    }
  }

  /// The requests of an endpoint that name something by an identifier.
  private func requests(
    of endpoint: any EndpointDeclaration, naming id: String, session: UserSession
  ) throws -> [CloudRequest] {
    var hasGap = false
    let path = endpoint.path.segments.map { segment in
      switch segment {
      case .literal(let text): return text
      case .parameter:
        hasGap = true
        return id
      }
    }
    let bodies: [any Encodable]
    switch endpoint.name {
    // The numbers of a square of the map are no identifiers.
    case CloudAPI.mapTile.name: bodies = []
    case CloudAPI.createPost.name: bodies = [NewPost(text: "Mine", ride: Identifier(id))]
    case CloudAPI.markInboxRead.name: bodies = [InboxRead(posts: [Identifier(id)])]
    case CloudAPI.advanceRide.name: bodies = [RideAdvance(.arrive)]
    case CloudAPI.abandonRide.name: bodies = [RideAbandonment(.other)]
    case CloudAPI.rateRide.name: bodies = [RideRating(stars: 5)]
    case CloudAPI.tipDriver.name: bodies = [RideTip(minorUnits: 200)]
    case CloudAPI.sharePost.name: bodies = [PostRecipient(friend: Identifier(id))]
    default:
      try #require(!hasGap || endpoint.body == Empty.self, "\(endpoint.name) needs a body here")
      bodies = hasGap ? [Empty()] : []
    }
    return try bodies.map { body in
      CloudRequest(
        method: endpoint.method, path: path, token: session.remoteSession.token,
        body: endpoint.body == Empty.self ? nil : try JSONCoding.encode(body))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Another rider's identifiers are answered as if nothing had them`(
    kind: StoreUnderTest
  ) async throws {
    try await kind.withStore { (store) async throws in
      let scene = try await Scene(store)
      let before = try await scene.state()
      var tried = 0
      for served in scene.router.table.endpoints {
        let endpoint = served.declaration
        guard case .rider = endpoint.access else { continue }
        for id in scene.identifiers {
          let theirs = try requests(of: endpoint, naming: id, session: scene.bob)
          let missing = try requests(of: endpoint, naming: Self.absent, session: scene.bob)
          for (theirs, missing) in zip(theirs, missing) {
            let refused = try await scene.router.respond(to: theirs)
            let absent = try await scene.router.respond(to: missing)

            let body = String(decoding: refused.body, as: UTF8.self)
            #expect(refused.status == absent.status, "\(endpoint.name)")
            #expect(
              body.replacing(id, with: Self.absent)
                == String(decoding: absent.body, as: UTF8.self), "\(endpoint.name)")
            // To mark what is not in one's inbox as read is to do nothing.
            #expect(
              refused.status == 404 || endpoint.name == CloudAPI.markInboxRead.name,
              "\(endpoint.name) \(refused.status)")
            tried += 1
          }
        }
      }
      #expect(tried >= 7 * scene.identifiers.count)
      #expect(try await scene.state() == before)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Without a session nothing is distinguished`(kind: StoreUnderTest) async throws {
    try await kind.withStore { (store) async throws in
      let scene = try await Scene(store)
      for served in scene.router.table.endpoints {
        let endpoint = served.declaration
        guard case .rider = endpoint.access else { continue }
        for token in [nil, Secret("guess")] {
          let request = CloudRequest(
            method: endpoint.method, path: endpoint.path.segments.map { _ in "x" }, token: token)
          let values = endpoint.path.match(request.path) ?? ["ride": scene.identifiers[0]]
          let routed = RoutedRequest(request, at: served, values: values)
          let answer = try await scene.router.response(to: routed).result.get()

          #expect(answer.status == 401, "\(endpoint.name)")
        }
      }
    }
  }
}
