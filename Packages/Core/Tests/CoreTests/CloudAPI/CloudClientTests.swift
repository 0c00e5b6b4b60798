import Core
import CoreTesting
import FoundationEssentials
import Testing

struct CloudClientTests {
  @Test func `A call becomes a request with its path, query, token and key`() async throws {
    let transport = ScriptedCloudTransport([.success(try .document(RideList(rides: [])))])
    let client = CloudClient(transport: transport)

    _ = try await client.call(
      CloudAPI.rideHistory, parameters: PageRequest(limit: 5), session: .johnny)

    let request = CloudRequest(
      method: .get, path: ["rides"], query: ["limit": "5"], token: Secret("johnnys-token"))
    #expect(await transport.requests == [request])
  }

  @Test func `A parameter that the path names is sent there`() async throws {
    let transport = ScriptedCloudTransport([.success(try .document(Ride.sample()))])
    let client = CloudClient(transport: transport)

    let ride = try await client.call(
      CloudAPI.cancelRide, parameters: RideCancelling(ride: Identifier("a/b")), session: .johnny)

    #expect(ride == .sample())
    #expect(await transport.requests.map(\.path) == [["rides", "a/b", "cancellation"]])
    #expect(await transport.requests.map(\.query) == [[:]])
  }

  @Test(arguments: [
    (ErrorResponse.Code.wrongCredentials, Problem.Kind.notPermitted), (.notFound, .noInput),
    (.tooManyRequests, .tryAgainLater), (.rideUnderway, .failed),
    (.noSuchEndpoint, .unintelligible),
  ])
  func `An error response keeps its code and has a kind`(
    code: ErrorResponse.Code, kind: Problem.Kind
  ) async throws {
    let client = CloudClient(transport: ScriptedCloudTransport([.success(try .refusal(code))]))

    let error = await #expect(throws: CloudError.self) {
      try await client.call(CloudAPI.profile, session: .johnny)
    }

    #expect(error?.problem.kind == kind)
    #expect(error?.problem.code == code.rawValue)
  }

  @Test(arguments: [
    CloudResponse(status: 200, body: Data("<html>".utf8)),
    CloudResponse(status: 200, body: Data()),
    CloudResponse(status: 418, body: Data("Sorry".utf8)),
  ])
  func `An answer that is no document of ours is unintelligible`(answer: CloudResponse) async {
    let client = CloudClient(transport: ScriptedCloudTransport([.success(answer)]))

    let error = await #expect(throws: CloudError.self) {
      try await client.call(CloudAPI.profile, session: .johnny)
    }

    #expect(error?.problem.kind == .unintelligible)
  }

  @Test(arguments: [
    (401, Problem.Kind.notPermitted), (403, .notPermitted), (407, .notPermitted),
    (408, .unreachable), (429, .tryAgainLater), (500, .internalError), (418, .unintelligible),
  ])
  func `The status of another server has its own words`(
    status: Int, kind: Problem.Kind
  ) async throws {
    let answer = CloudResponse(
      status: status, body: Data("<html>".utf8), retryAfterSeconds: 7)
    let client = CloudClient(transport: ScriptedCloudTransport([.success(answer)]))

    let error = await #expect(throws: CloudError.self) {
      try await client.call(CloudAPI.profile, session: .johnny)
    }

    let problem = try #require(error?.problem)
    #expect(problem.kind == kind)
    #expect(problem.message.contains("\(status)"))
    #expect(problem.hint.contains("7 seconds") == (status == 429))
  }

  @Test func `What may have been done is told of a change, not of a question`() async {
    let lost = CloudTransportError.unanswered(reason: "the connection was cut")
    let client = CloudClient(
      transport: ScriptedCloudTransport([.failure(lost), .failure(lost)]))

    await #expect(throws: CloudError.unanswered(reason: "the connection was cut")) {
      try await client.call(CloudAPI.signOut, session: .johnny)
    }
    await #expect(throws: CloudError.unreachable(reason: "the connection was cut")) {
      try await client.call(CloudAPI.profile, session: .johnny)
    }
  }

  @Test(arguments: [502, 503, 504])
  func `A gateway in front of a cloud that is away is a cloud out of reach`(status: Int) async {
    let answer = CloudResponse(status: status, body: Data("Bad gateway".utf8), requestID: "7f")
    let client = CloudClient(transport: ScriptedCloudTransport([.success(answer)]))

    let error = await #expect(throws: CloudError.self) {
      try await client.call(CloudAPI.profile, session: .johnny)
    }

    let reason = "a gateway answered with status \(status) (request 7f)"
    #expect(error == .unreachable(reason: reason))
  }

  @Test func `A failure of the cloud names the request for its log`() async throws {
    let refusal = try CloudResponse.refusal(.internalError, message: "It broke.")
    let answer = CloudResponse(status: refusal.status, body: refusal.body, requestID: "7f")
    let client = CloudClient(transport: ScriptedCloudTransport([.success(answer)]))

    let error = await #expect(throws: CloudError.self) {
      try await client.call(CloudAPI.profile, session: .johnny)
    }

    #expect(error?.problem.message == "It broke. (request 7f)")
  }

  @Test func `No answer at all is a cloud out of reach`() async {
    let client = CloudClient(
      transport: ScriptedCloudTransport([.failure(.unreachable(reason: "no route"))]))

    let error = await #expect(throws: CloudError.self) {
      try await client.call(CloudAPI.profile, session: .johnny)
    }

    #expect(error == .unreachable(reason: "no route"))
  }
}
