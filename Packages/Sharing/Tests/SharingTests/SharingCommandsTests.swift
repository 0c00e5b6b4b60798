import BasicsTesting
import Console
import Core
import CoreTesting
import FeatureFlags
import FoundationEssentials
import Terminal
import TerminalTesting
import Testing

import SharingTesting

@testable import Sharing

/// The commands of sharing, run on a cloud that follows a script.
@MainActor
struct SharingCommandsTests {
  @Test func `One friend that fails does not stop the others`() async throws {
    let cloud = ScriptedCloudTransport([
      .success(try .document(FriendList(friends: [.ada, .grace]))),
      .success(try .document(Post.sample)), .success(try .refusal(.notFound)),
      .success(try .document(Empty())),
    ])

    let outcome = try await run(
      "share", "post", "On my way", "--with", "ada@example.org", "--with", "nobody@example.org",
      "--with", "GRACE@example.org", on: cloud)

    #expect(outcome.status == 1)
    #expect(outcome.output == "koober://share/post-1\n")
    #expect(outcome.error.contains("Shared with Grace."))
    #expect(outcome.error.contains("Not shared with ada@example.org"))
    #expect(outcome.error.contains("'nobody@example.org' is none of your friends."))
  }

  @Test func `Friends that cannot be loaded end the command`() async throws {
    let cloud = ScriptedCloudTransport([.failure(.unreachable(reason: "no route"))])

    let outcome = try await run("share", "post", "Hi", "--with", "a@b.c", on: cloud)

    #expect(outcome.status == 69)
    #expect(outcome.output == "")
  }

  @Test
  func `The current ride is shared when none is named, and asked for together with the friends`()
    async throws
  {
    let cloud = try TogetherTransport()

    let outcome = try await run("share", "ride", "--with", "ada@example.org", on: cloud)

    #expect(outcome.status == 0)
    #expect(
      await cloud.requests.dropFirst(2).map(\.path) == [["posts"], ["posts", "post-1", "shares"]])
    let body = try await #require(cloud.requests.dropFirst(2).first?.body)
    #expect(try JSONCoding.decode(NewPost.self, from: body).ride == Ride.sample().id)
  }

  @Test func `An e-mail is sent in the form in which it is compared`() async throws {
    let cloud = ScriptedCloudTransport([
      .success(try .document(InvitationOutcome(friend: .ada)))
    ])

    let outcome = try await run("friends", "add", " Ada@Example.org", on: cloud)

    #expect(outcome.output == "Ada is now among your friends.\n")
    let body = try await #require(cloud.requests.first?.body)
    #expect(try JSONCoding.decode(NewFriend.self, from: body).email == "ada@example.org")
  }

  @Test func `An open invitation reveals nothing about the account`() async throws {
    let cloud = ScriptedCloudTransport([
      .success(try .document(InvitationOutcome(friend: nil)))
    ])

    let outcome = try await run("friends", "add", "Eve@example.org", "--json", on: cloud)

    #expect(outcome.output.contains("\"friend\": null"))
    #expect(outcome.output.contains("\"invited\": \"eve@example.org\""))
  }

  @Test func `A rider is unblocked by e-mail`() async throws {
    let cloud = ScriptedCloudTransport([
      .success(try .document(BlockList(blocked: [.ada]))), .success(try .document(Empty())),
      .success(try .document(BlockList(blocked: []))),
    ])

    #expect(try await run("friends", "unblock", "ada@example.org", on: cloud).status == 0)
    let gone = try await run("friends", "unblock", "ada@example.org", on: cloud)
    #expect(gone.status == 66)
    #expect(gone.error.contains("a block ends when either account is deleted"))
    #expect(await cloud.requests.prefix(2).map(\.path) == [["blocks"], ["blocks", "ada"]])
  }

  @Test func `Adding yourself is an error`() async throws {
    let cloud = ScriptedCloudTransport([.success(try .refusal(.ownEmail))])

    let outcome = try await run("friends", "add", "johnny@gmail.com", "--json", on: cloud)

    #expect(outcome.status != 0)
    #expect(outcome.error.contains("ownEmail"))
  }

  @Test func `Only a friend can be removed`() async throws {
    let cloud = ScriptedCloudTransport([.success(try .document(FriendList(friends: [.ada])))])

    let outcome = try await run("friends", "remove", "grace@example.org", on: cloud)

    #expect(outcome.status == 66)
    #expect(outcome.error.contains("'grace@example.org' is none of your friends."))
  }

  @Test(arguments: [
    ("ada@example.org", "Ada is no longer among your friends."),
    ("GRACE@example.org", "The invitation of Grace is declined."),
    (" eve@example.org", "The invitation to eve@example.org is withdrawn."),
  ])
  func `A removal says what has ended`(email: String, sentence: String) async throws {
    let list = FriendList(
      friends: [.ada], received: [ReceivedInvitation(from: .grace, invitedAt: .distantPast)],
      sent: [SentInvitation(email: "eve@example.org", invitedAt: .distantPast)])
    let cloud = ScriptedCloudTransport([
      .success(try .document(list)), .success(try .document(Empty())),
      .success(try .document(FriendList(friends: []))),
    ])

    let outcome = try await run("friends", "remove", email, on: cloud)

    #expect(outcome.output == sentence + "\n")
  }

  @Test(arguments: ["eve@example.org", "nobody@example.org"])
  func `A rider who cannot be blocked is not to be invited for it`(email: String) async throws {
    let list = FriendList(
      friends: [.ada], sent: [SentInvitation(email: "eve@example.org", invitedAt: .distantPast)])
    let cloud = ScriptedCloudTransport([.success(try .document(list))])

    let outcome = try await run("friends", "block", email, on: cloud)

    #expect(outcome.status == 66)
    #expect(outcome.error.contains("'\(email)' is no friend of yours and has not invited you."))
    #expect(!outcome.error.contains("friends add"))
    #expect(outcome.error.contains("koober friends remove \(email)"))
  }

  @Test func `The inbox is marked as read only when asked`() async throws {
    let inbox = Inbox(items: [.sample("new", read: false)])
    let cloud = ScriptedCloudTransport([
      .success(try .document(inbox)), .success(try .document(inbox)),
      .success(try .document(Empty())),
    ])

    #expect(try await run("inbox", on: cloud).output.contains("koober://share/new"))
    #expect(await cloud.requests.count == 1)
    #expect(try await run("inbox", "--mark-read", on: cloud).status == 0)

    #expect(await cloud.requests.map(\.path) == [["inbox"], ["inbox"], ["inbox", "read"]])
  }

  @Test(arguments: [
    ("ab1", 0, "Ada has arrived"), ("abc", 66, "No friend shares a ride"),
    ("ef", 66, "No friend shares a ride"),
    ("ab", 66, "2 posts begin with 'ab': ab12, ab34."),
  ])
  func `A post is followed by the beginning that it alone has`(
    beginning: String, status: Int32, message: String
  ) async throws {
    let ride = Ride.sample(state: .completed)
    let items = ["ab12", "ab34"].map { InboxItem.sample($0, ride: ride, read: true) }
    let inbox = Inbox(items: items + [.sample("abc", read: true)])
    let cloud = ScriptedCloudTransport([.success(try .document(inbox))])

    let outcome = try await run("inbox", "follow", beginning, on: cloud)

    #expect(outcome.status == status)
    #expect((status == 0 ? outcome.output : outcome.error).contains(message))
  }

  private func run(
    _ arguments: String..., on cloud: any CloudTransport
  ) async throws -> (status: Int32, output: String, error: String) {
    let tree = CommandTree<TestContext>(
      name: "koober", version: "1", date: "2026-01-01", summary: "Sharing.",
      globalOptions: [CommonOptions.output], commands: [.friends(), .share(), .inbox])
    let terminal = ScriptedTerminal(.pipe)
    let commandLine = tree.parse(arguments)
    let console = CommandConsole(
      terminal: terminal, format: commandLine.globals[CommonOptions.output], isQuiet: false)
    let container = SharingContainer(
      dependencies: SharingDouble(
        cloud: cloud, flagScope: try FlagSet.sharing.makeScope(),
        services: .standingStill()))
    let context = TestContext(console: console, container: container)
    let status = try await bounded("the end of '\(arguments.joined(separator: " "))'") {
      await tree.run(commandLine, on: console) { try await $0.run(context) }
    }
    return (status, terminal.flushedOutput, terminal.error)
  }
}

/// A cloud that answers for the ride only after it was asked for the friends, and the other way round.
private actor TogetherTransport: RequestTransport {
  private(set) var requests: [CloudRequest] = []
  private var waiting: CheckedContinuation<Void, Never>?
  private let answers: [[String]: CloudResponse]

  init() throws {
    answers = [
      ["rides", "current"]: try .document(Ride.sample()),
      ["friends"]: try .document(FriendList(friends: [.ada])),
      ["posts"]: try .document(Post.sample),
      ["posts", "post-1", "shares"]: try .document(Empty()),
    ]
  }

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    requests.append(request)
    if requests.count == 1 {
      await withCheckedContinuation { waiting = $0 }
    } else {
      waiting?.resume()
      waiting = nil
    }
    guard let answer = answers[request.path] else { throw .unreachable(reason: "no such path") }
    return answer
  }
}
