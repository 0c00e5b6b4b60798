import Core
import Testing

struct SharingJourneyTests {
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
  }

  @Test func `What was shared with some but not all is printed, with status 1`() async throws {
    await machine.signUp("Grace")
    await machine.signUp("Ada")
    _ = await machine.run("friends", "add", "grace@example.org")

    let outcome = await machine.run(
      "share", "post", "Hello", "--with", "grace@example.org", "--with", "eve@example.org",
      "--json")

    #expect(outcome.status == 1)
    let document = try outcome.document(ShareDocument.self)
    #expect(document.sharedWith.map(\.name) == ["Grace"])
    #expect(document.failed == [.init(email: "eve@example.org")])
  }

  @Test func `Somebody who is no friend cannot be shared with`() async {
    await machine.signUp("Ada")

    let outcome = await machine.run("share", "post", "Hello", "--with", "eve@example.org")

    #expect(outcome.status == 66)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("koober friends add eve@example.org"))
  }

  @Test func `An inbox item is new until it is marked as read`() async throws {
    await machine.signUp("Grace")
    await machine.signUp("Ada")
    _ = await machine.run("friends", "add", "grace@example.org")
    _ = await machine.run("share", "post", "Hello", "--with", "grace@example.org")
    await machine.signIn("Grace")

    let first = try await machine.run("inbox", "--mark-read", "--json")
      .document(InboxDocument.self)
    let second = try await machine.run("inbox", "--json").document(InboxDocument.self)

    #expect(first.items.map(\.read) == [false])
    #expect(second.items.map(\.read) == [true])
  }

  @Test func `A success is told once, by name`() async {
    await machine.signUp("Grace")
    await machine.signUp("Ada")
    _ = await machine.run("friends", "add", "grace@example.org")

    let outcome = await machine.run("share", "post", "Hello", "--with", "grace@example.org")

    #expect(outcome.status == 0)
    #expect(outcome.error == "Shared with Grace.\n")
  }

  @Test func `A post of others that was not shared with the rider is absent`() async throws {
    await machine.signUp("Grace")
    await machine.signUp("Ada")
    _ = await machine.run("friends", "add", "grace@example.org")
    let shared = await machine.run(
      "share", "post", "Hello", "--with", "grace@example.org", "--json")
    let post = try shared.document(ShareDocument.self).post
    await machine.signUp("Eve")

    #expect(await machine.run("open", "koober://share/\(post.id)").status == 66)
  }
}
