import AuthenticationExample
import ContainerHierarchyExample
import Testing

extension ExamplesTests {
  struct HierarchyParallelTests {
    @Test func `A thousand hierarchies at once know nothing of each other`() async throws {
      let emails = try await withThrowingTaskGroup(of: (String, String).self) { group in
        for number in 0..<1_000 {
          group.addTask { try await email(ofRider: number) }
        }
        return try await group.reduce(into: [String: String]()) { $0[$1.0] = $1.1 }
      }

      #expect(emails.count == 1_000)
      #expect(emails.allSatisfy { $0.key == $0.value })
    }
  }
}

/// Opens all scopes for a rider; returns who it is for, and whom the innermost scope speaks for.
@concurrent
private func email(ofRider number: Int) async throws -> (String, String) {
  let rider = Credentials(email: "rider\(number)@gmail.com", password: "secret")
  let app = AppContainer(
    outside: Outside(
      authRemoteAPI: InMemoryAuthRemoteAPI(),
      userSessionDataStore: InMemoryUserSessionDataStore()))
  let session = try await app.userSessionRepository.signUp(rider)
  let signedIn = await SignedInContainer(dependencies: app, session: session)
  let location = Location(latitude: Double(number) / 100, longitude: 0)
  let pickUp = PickUpContainer(dependencies: signedIn, location: location)
  return await MainActor.run {
    let screen = pickUp.makePickMeUpViewModel()
    screen.choose(dropOff: location)
    let summary = screen.confirmation?.summary ?? ""
    return (rider.email, String(summary.prefix { $0 != " " }))
  }
}
