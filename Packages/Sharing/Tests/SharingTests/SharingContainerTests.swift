import Core
import CoreTesting
import FeatureFlags
import Terminal
import TerminalTesting
import Testing

@testable import Sharing

/// What the objects of the scope do together.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct SharingContainerTests {
  @Test func `What could not be written to a friend is said on that screen`() async throws {
    let cloud = RoutedCloudTransport { request in
      switch request.path {
      case ["friends"]: try .document(FriendList(friends: [.grace]))
      case ["posts"]: try .document(Post.sample)
      default: try .refusal(.notFound)
      }
    }
    let terminal = ScriptedTerminal(
      .terminal(isAccessible: true), answers: ["1", "1", "Hello"].map { .line($0) })
    let navigator = Navigator.sample()

    await #expect(throws: PromptError.inputEnded) {
      let screen = try makeContainer(on: cloud).makeFriendsScreen(navigator: navigator)
      _ = try await navigator.run(from: screen, on: terminal)
    }

    #expect(terminal.prompts.map(\.text).contains { $0.hasPrefix("Write to Grace") })
    #expect(terminal.transcript.contains("Not shared with Grace."))
  }

  @Test(arguments: [
    "johnny@gmail.com", "ada@example.org", "ada@example.com", "ada@koober.test", "ada@localhost",
  ])
  func `The cloud is asked, whoever the rider is`(email: String) async throws {
    let cloud = ScriptedCloudTransport([
      .success(try .document(FriendList(friends: [.grace]))),
      .success(try .document(Inbox(items: [.sample("post-1", read: false)]))),
    ])
    let rider = RiderProfile(
      id: Identifier("rider"), name: "A rider", nickname: "A", email: email,
      mobileNumber: "0491570156")
    let container = try makeContainer(on: cloud, session: .sample(of: rider))
    let (friends, inbox) = (container.makeFriendsViewModel(), container.makeInboxViewModel())

    await friends.load()
    await inbox.load(limit: 20)

    #expect(friends.list.friends == [.grace])
    #expect(inbox.items == [.sample("post-1", read: false)])
    #expect(await cloud.requests.map(\.path) == [["friends"], ["inbox"]])
  }

  private func makeContainer(
    on cloud: some CloudTransport, session: UserSession = .johnny
  ) throws -> SharingContainer {
    SharingContainer(
      dependencies: TestDependencies(
        session: session, cloudClient: CloudClient(transport: cloud),
        flagScope: try FlagSet.sharing.makeScope(), services: .standingStill()))
  }
}
