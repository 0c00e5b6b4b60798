import Basics
import Core
import Testing

@testable import Cloud

struct ContractTests {
  private let table = RouteTable(CloudServices(TestCloud()))

  @Test func `Every endpoint of the contract is served once, and nothing else is`() {
    #expect(
      table.endpoints.map(\.declaration.name).sorted()
        == CloudAPI.all.map(\.name).sorted())
  }

  @Test func `An endpoint that needs a rider refuses every caller when it is open by mistake`()
    async throws
  {
    let services = CloudServices(TestCloud())
    var table = RouteTable(
      authorization: Authorization(
        accounts: services.accounts, administrators: services.administrators,
        evaluationToken: nil))
    let open = Endpoint<Empty, Empty, RiderProfile>(
      "profile", .get, "/profile", access: .anyone, cost: .rows, limit: .reads, isTagged: true,
      summary: "")
    table.serve(open) { call in try services.accounts.profile(of: call.rider) }
    let router = CloudRouter(
      table: table, concurrentBatches: 1, workers: WorkerPool(count: 1, waiting: 1))

    let response = try await router.respond(
      to: CloudRequest(method: .get, path: ["profile"]))

    #expect(response.status == 401)
  }

  @Test(arguments: [EndpointAccess.anyone, .administrator])
  func `Endpoints whose requests are answered together refuse callers who need no session`(
    access: EndpointAccess
  ) async throws {
    let cloud = TestCloud()
    let ann = try await cloud.makeClient().signUp("Ann")
    let services = CloudServices(cloud)
    var table = RouteTable(
      authorization: Authorization(
        accounts: services.accounts, administrators: services.administrators,
        evaluationToken: nil))
    let read = Endpoint<Empty, Empty, Ride>(
      "currentRide", .get, "/a", access: access, cost: .rows, limit: .reads, summary: "")
    let write = Endpoint<Empty, RideRequest, Ride>(
      "requestRide", .post, "/b", access: access, cost: .rows, limit: .writes, summary: "")
    table.serveRide(read, from: services.rides) { _ in (nil, true) }
    table.serveRideChanges(services.rides, requesting: write)
    let router = CloudRouter(
      table: table, concurrentBatches: 1, workers: WorkerPool(count: 1, waiting: 1))

    for (method, path) in [(HTTPMethod.get, "a"), (.post, "b")] {
      let request = CloudRequest(method: method, path: [path], token: ann.remoteSession.token)
      #expect(try await router.respond(to: request).status == 401)
    }
  }

  @Test(arguments: [EndpointAccess.rider, .administrator])
  func `A tagged endpoint needs the token that its access names`(
    access: EndpointAccess
  ) async throws {
    let services = CloudServices(TestCloud())
    var table = RouteTable(
      authorization: Authorization(
        accounts: services.accounts, administrators: services.administrators,
        evaluationToken: nil))
    let tagged = Endpoint<Empty, Empty, JSON.Object>(
      "flags", .get, "/flags", access: access, cost: .rows, limit: .reads, isTagged: true,
      summary: "")
    table.serveResponse(tagged) { call in try services.flags.definitions(call.condition) }
    let router = CloudRouter(
      table: table, concurrentBatches: 1, workers: WorkerPool(count: 1, waiting: 1))

    for token in [nil, Secret("guess")] {
      let request = CloudRequest(method: .get, path: ["flags"], token: token)
      #expect(try await router.respond(to: request).status == 401)
    }
  }

  @Test func `Everything about a rider needs a session`() {
    let open = CloudAPI.all.filter { endpoint in
      if case .anyone = endpoint.access { true } else { false }
    }

    #expect(
      Set(open.map(\.name)) == [
        "signUp", "signIn", "resetPassword", "searchPlaces", "place", "recordExperimentEvents",
        "flags", "linkedRide", "linkedRideEvents", "linkedRideMap",
      ])
  }

  @Test func `The remote evaluation protocol alone has the token of evaluators`() {
    let guarded = CloudAPI.all.filter { endpoint in
      if case .evaluator = endpoint.access { true } else { false }
    }

    #expect(Set(guarded.map(\.name)) == ["evaluateFlag", "evaluateFlags"])
  }

  @Test func `What takes long waits for none of the riders' rows`() {
    let names = Dictionary(grouping: CloudAPI.all, by: \.cost).mapValues { Set($0.map(\.name)) }

    #expect(names[.bulkWrite] == ["recordExperimentEvents"])
    #expect(names[.evaluation] == ["evaluateFlag", "evaluateFlags"])
    #expect(names[.export] == ["exportAccount"])
    #expect(names[.search] == ["searchPlaces"])
    #expect(
      names[.passwordHash]
        == [
          "signUp", "signIn", "changeProfile", "changePassword", "resetPassword", "deleteAccount",
        ])
    #expect(
      names[.longRead]
        == [
          "rideHistory", "inbox", "flags", "replaceFlags", "experiments", "experimentReport",
          "mapTile", "linkedRideMap", "drivenRides",
        ])
  }

  @Test func `No two endpoints share a method and a path`() {
    let addresses = CloudAPI.all.map { "\($0.method.rawValue) \($0.path)" }

    #expect(Set(addresses).count == addresses.count)
  }
}
