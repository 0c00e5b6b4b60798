import Core
import Terminal
import TerminalTesting
import Testing

struct SharingJourneyTests {
  @Test(arguments: TestCloud.allCases)
  func `What was shared with some but not all is printed, with status 1`(cloud: TestCloud)
    async throws
  {
    try await cloud.withMachine { machine in
      await machine.signUp("Grace")
      await machine.signUp("Ada")
      await machine.befriend("Ada", "Grace")

      let outcome = await machine.run(
        "share", "post", "Hello", "--with", "grace@example.org", "--with", "eve@example.org",
        "--json")

      #expect(outcome.status == 1)
      let document = try outcome.document(ShareDocument.self)
      #expect(document.sharedWith.map(\.name) == ["Grace"])
      #expect(document.failed == [.init(email: "eve@example.org")])
    }
  }

  @Test func `A script that reads JSON finds nothing beside it`() async throws {
    let machine = try TestMachine()
    await machine.signUp("Grace")
    await machine.signUp("Ada")
    await machine.befriend("Ada", "Grace")

    let outcome = await machine.run(
      "share", "post", "Hello", "--with", "grace@example.org", "--json",
      capabilities: .terminal())

    #expect(outcome.status == 0)
    // What runs long may show itself there, the notification does not.
    #expect(!outcome.error.contains("Grace"))
  }

  @Test(arguments: TestCloud.allCases)
  func `A rider who is no friend cannot be shared with`(cloud: TestCloud) async throws {
    try await cloud.withMachine { machine in
      await machine.signUp("Ada")

      let outcome = await machine.run("share", "post", "Hello", "--with", "eve@example.org")

      #expect(outcome.status == 66)
      #expect(outcome.output == "")
      #expect(outcome.error.contains("koober friends add eve@example.org"))
    }
  }

  @Test(arguments: TestCloud.allCases)
  func `An inbox item is new until it is marked as read`(cloud: TestCloud) async throws {
    try await cloud.withMachine { machine in
      await machine.signUp("Grace")
      await machine.signUp("Ada")
      await machine.befriend("Ada", "Grace")
      _ = await machine.run("share", "post", "Hello", "--with", "grace@example.org")
      await machine.signIn("Grace")

      let first = try await machine.run("inbox", "--mark-read", "--json")
        .document(InboxDocument.self)
      let second = try await machine.run("inbox", "--json").document(InboxDocument.self)

      #expect(first.items.map(\.read) == [false])
      #expect(second.items.map(\.read) == [true])
    }
  }

  @Test(arguments: TestCloud.allCases)
  func `A success is reported once, by name`(cloud: TestCloud) async throws {
    try await cloud.withMachine { machine in
      await machine.signUp("Grace")
      await machine.signUp("Ada")
      await machine.befriend("Ada", "Grace")

      let outcome = await machine.run("share", "post", "Hello", "--with", "grace@example.org")

      #expect(outcome.status == 0)
      #expect(outcome.error == "Shared with Grace.\n")
    }
  }

  @Test(arguments: TestCloud.allCases)
  func `A post of others that was not shared with the rider is absent`(cloud: TestCloud)
    async throws
  {
    try await cloud.withMachine { machine in
      await machine.signUp("Grace")
      await machine.signUp("Ada")
      await machine.befriend("Ada", "Grace")
      let shared = await machine.run(
        "share", "post", "Hello", "--with", "grace@example.org", "--json")
      let post = try shared.document(ShareDocument.self).post
      await machine.signUp("Eve")

      #expect(await machine.run("open", "koober://share/\(post.id)").status == 66)
    }
  }
}
