import Composition
import Core
import CoreTesting
import TerminalTesting
import Testing

@testable import Sharing

@MainActor
struct SharingContainerTests {
  private struct Dependencies: SharingDependencies {
    let transport: ScriptedCloudTransport
    let notificationService: any NotificationService
    let notificationLook: any NotificationLook = StarredLook()
    let randomBytes: any RandomBytes = SeededRandomBytes()
    let screenClock: any Clock<Duration> = ManualClock()
    let lifetimeMonitor = LifetimeMonitor()
    var cloudClient: CloudClient { CloudClient(transport: transport) }
  }

  private let notificationService = RecordingNotificationService()

  @Test func `One friend that fails does not stop the others`() async throws {
    let transport = ScriptedCloudTransport([
      .success(try .document(FriendList(friends: [.ada, .grace]))),
      .success(try .document(Post.sample)), .success(try .refusal(.notFound)),
      .success(try .document(Nothing())),
    ])

    let outcome = try await makeContainer(transport).share(
      NewPost(text: "On my way"),
      withEmails: ["ada@example.org", "nobody@example.org", "GRACE@example.org"])

    #expect(outcome.post == .sample)
    #expect(outcome.sharedWith == [.grace])
    #expect(outcome.failed.map(\.email) == ["ada@example.org", "nobody@example.org"])
    #expect(notificationService.shown.count == 2)
  }

  @Test func `Friends that cannot be loaded end the command`() async throws {
    let transport = ScriptedCloudTransport([.failure(.unreachable(reason: "no route"))])

    await #expect(throws: SharingFailure.cloud(.unreachable(reason: "no route"))) {
      try await makeContainer(transport).share(NewPost(text: "Hi"), withEmails: ["a@b.c"])
    }
  }

  @Test func `An e-mail is sent in the form in which it is compared`() async throws {
    let transport = ScriptedCloudTransport([.success(try .document(Friend.ada))])

    let friend = try await makeContainer(transport).addFriend(email: " Ada@Example.org")

    #expect(friend == .ada)
    let body = try await #require(transport.requests.first?.body)
    #expect(try JSONCoding.decode(NewFriend.self, from: body).email == "ada@example.org")
  }

  @Test func `Adding yourself or a stranger is the command's error`() async throws {
    let transport = ScriptedCloudTransport([.success(try .refusal(.ownEmail))])

    let error = await #expect(throws: SharingFailure.self) {
      try await makeContainer(transport).addFriend(email: "johnny@gmail.com")
    }

    #expect(error?.problem.code == "ownEmail")
  }

  @Test func `The inbox is marked as read only when asked`() async throws {
    let inbox = Inbox(items: [.sample("new", read: false)])
    let transport = ScriptedCloudTransport([
      .success(try .document(inbox)), .success(try .document(inbox)),
      .success(try .document(Nothing())),
    ])
    let container = makeContainer(transport)

    #expect(try await container.inbox(limit: 10, markRead: false) == inbox.items)
    #expect(await transport.requests.count == 1)
    #expect(try await container.inbox(limit: 10, markRead: true) == inbox.items)

    #expect(await transport.requests.map(\.path) == [["inbox"], ["inbox"], ["inbox", "read"]])
  }

  private func makeContainer(_ transport: ScriptedCloudTransport) -> SharingContainer {
    SharingContainer(
      dependencies: Dependencies(transport: transport, notificationService: notificationService),
      session: .johnny)
  }
}
