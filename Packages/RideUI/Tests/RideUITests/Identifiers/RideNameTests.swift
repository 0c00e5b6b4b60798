import Core
import CoreTesting
import FoundationEssentials
import RideUI
import Testing

struct RideNameTests {
  private let missing: CloudResponse
  private let history: CloudResponse

  init() throws {
    missing = try .refusal(.notFound, message: "There is no ride.")
    history = try .document(
      RideList(rides: ["ab12", "ab34", "cd56"].map { Ride.sample(id: $0) }))
  }

  private func ride(
    _ name: String?, _ answers: [CloudResponse]
  ) async throws -> (id: String, paths: [[String]]) {
    let transport = ScriptedCloudTransport(answers.map { .success($0) })
    let ride = try await CloudClient(transport: transport)
      .ride(named: name.map { Identifier($0) }, session: .johnny)
    return (ride.id.rawValue, await transport.requests.map(\.path))
  }

  @Test func `A whole identifier takes one request`() async throws {
    let found = try await ride("ab12", [try .document(Ride.sample(id: "ab12"))])

    #expect(found.id == "ab12")
    #expect(found.paths == [["rides", "ab12"]])
  }

  @Test func `Without a name it is the current ride`() async throws {
    let found = try await ride(nil, [try .document(Ride.sample())])

    #expect(found.paths == [["rides", "current"]])
  }

  @Test func `A beginning that one ride has names it`() async throws {
    let found = try await ride("cd", [missing, history])

    #expect(found.id == "cd56")
    #expect(found.paths == [["rides", "cd"], ["rides"]])
  }

  @Test(arguments: [
    ("ab", "2 of your rides begin with 'ab': ab12, ab34."), ("ef", "There is no ride."),
  ])
  func `A beginning that no or several rides have is refused`(
    name: String, message: String
  ) async throws {
    let error = await #expect(throws: CloudError.self) { try await ride(name, [missing, history]) }

    #expect(error?.problem.message.contains(message) == true)
    #expect(error?.problem.kind == .noInput)
  }

  @Test func `Of many that begin so, an error lists five by what tells them apart`() throws {
    let rides = (1...7).map { Ride.sample(id: "same-beginning-\($0)-and-end") }

    let error = #expect(throws: CloudError.self) {
      try rides.only(beginningWith: "same", \.id, of: "of your rides")
    }

    let names = (1...5).map { "same-beginning-\($0)" }.joined(separator: ", ")
    #expect(
      error?.problem.message
        == "7 of your rides begin with 'same': \(names) and 2 more.")
  }

  @Test func `A whole identifier that is missing is not searched for`() async throws {
    await #expect(throws: CloudError.self) {
      try await ride(String(repeating: "0", count: 32), [missing])
    }
  }
}
