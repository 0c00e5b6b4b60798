import Basics
import CloudDomain
import Core
import CoreTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import Cloud
@testable import CloudStore

struct AuditLogTests {
  private let cloud = TestCloud()
  private var container: CloudContainer { CloudContainer(dependencies: cloud) }

  private func events() async throws -> [AuditEvent] {
    try await container.makeAuditLog().events(since: nil, limit: 100).reversed()
  }

  private func event(
    _ action: AuditEvent.Action, _ subject: AuditEvent.Subject, address: String? = nil
  ) -> AuditEvent {
    AuditEvent(time: cloud.clock.now, action: action, subject: subject, address: address)
  }

  @Test func `Sign-ups, sign-ins, failures and sign-outs are recorded`() async throws {
    let client = cloud.makeClient()
    let session = try await client.call(CloudAPI.signUp, body: .johnny)
    let credentials = Credentials(email: "johnny@gmail.com", password: Secret("correct horse"))
    _ = try await client.call(CloudAPI.signIn, body: credentials)
    for email in [" Johnny@gmail.com", "other@gmail.com"] {
      let wrong = Credentials(email: email, password: Secret("wrong"))
      await expectRefusal(.wrongCredentials) {
        try await client.call(CloudAPI.signIn, body: wrong)
      }
    }
    _ = try await client.call(CloudAPI.signOut, session: session)

    let rider = AuditEvent.Subject.rider(session.profile.id)
    #expect(
      try await events() == [
        event(.signUp, rider), event(.signIn, rider),
        event(.signInFailure, .emailHash("653e3d0587c61872ed9305e75ca460e1")),
        event(.signInFailure, .email("other@gmail.com")), event(.signOut, rider),
      ])
  }

  @Test func `Repeated exports of an account are one event with a count`() async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Ann")
    for _ in 1...3 { _ = try await client.call(CloudAPI.exportAccount, session: session) }

    let events = try await events()

    #expect(events.map(\.action) == [.signUp, .accountExport])
    #expect(events.map(\.count) == [1, 3])
  }

  @Test func `A wrong code is recorded for a known and an unknown e-mail alike`() async throws {
    let client = cloud.makeClient()
    _ = try await client.signUp("Ann")
    let emails = ["ann@example.com", "zoe@example.com"]
    for email in emails {
      let reset = PasswordReset(
        email: email, code: Secret("0000"), password: Secret("battery staple"))
      await expectRefusal(.wrongCredentials) {
        try await client.call(CloudAPI.resetPassword, body: reset)
      }
    }

    #expect(
      try await events().dropFirst()
        == emails.map { event(.passwordChangeFailure, .email($0)) }[...])
  }

  @Test func `The client's address is recorded`() async throws {
    var request = CloudRequest(
      method: .post, path: ["accounts"], body: try JSONCoding.encode(NewAccount.johnny))
    request.clientAddress = "192.0.2.7"

    _ = try await container.makeRouter().respond(to: request)

    #expect(try await events().map(\.address) == ["192.0.2.7"])
  }

  @Test func `Making and revoking a token are recorded`() async throws {
    let keeper = container.makeAdminTokenKeeper()
    _ = try await keeper.create(name: "ada", lifetime: 100)
    _ = try? await keeper.create(name: "ada", lifetime: 100)
    try await keeper.revoke(name: "ada")
    try? await keeper.revoke(name: "ada")

    let token = AuditEvent.Subject.adminToken(name: "ada")
    #expect(
      try await events() == [
        event(.adminTokenCreation, token), event(.adminTokenRevocation, token),
      ]
    )
  }

  @Test func `An event is gone after 90 days`() async throws {
    let client = cloud.makeClient()
    _ = try await client.signUp("Ann")
    cloud.manualClock.advance(by: .seconds(90 * 24 * 3600 + 1))
    let bob = try await client.signUp("Bob")

    #expect(try await events() == [event(.signUp, .rider(bob.profile.id))])
  }

  @Test func `A sign-in succeeds without the log, and the failure is reported`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cloud.sqlite")
    let reports = Reports()
    var cloud = TestCloud(database: .sqlite(path: path))
    cloud.reportAuditFailure = { reports.add($0) }
    let client = cloud.makeClient()
    _ = try await client.call(CloudAPI.signUp, body: .johnny)
    try SQLiteConnection(path: path).execute("DROP TABLE audit_events")

    let credentials = Credentials(email: "johnny@gmail.com", password: Secret("correct horse"))
    let session = try await client.call(CloudAPI.signIn, body: credentials)

    #expect(session.profile.email == "johnny@gmail.com")
    #expect(reports.all.count == 1)
    #expect(reports.all.first?.contains("audit_events") == true)
  }
}

/// Keeps why events were not written.
private final class Reports: Sendable {
  private let reasons = Mutex<[String]>([])

  var all: [String] { reasons.withLock { $0 } }

  func add(_ reason: String) { reasons.withLock { $0.append(reason) } }
}
