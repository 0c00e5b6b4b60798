import Core
import Testing

@testable import Sharing

@MainActor
struct FriendsViewModelTests {
  private let unreachable = CloudError.unreachable(reason: "no route")

  @Test func `The friends are loaded`() async {
    let model = FriendsViewModel(
      friendsRepository: FakeFriendsRepository(), postRepository: FakePostRepository())

    await model.load()

    #expect(model.phase == .loaded)
    #expect(model.list.friends == [.ada, .grace])
  }

  @Test func `A failure keeps the loaded friends and has an error`() async {
    let repository = FakeFriendsRepository(change: .failure(unreachable))
    let model = FriendsViewModel(
      friendsRepository: repository, postRepository: FakePostRepository())
    await model.load()

    await model.remove(email: "ada@example.org")

    #expect(model.phase == .failed(.cloud(unreachable)))
    #expect(model.list.friends == [.ada, .grace])
  }

  @Test func `An invited rider is among the open invitations`() async {
    let model = FriendsViewModel(
      friendsRepository: FakeFriendsRepository(), postRepository: FakePostRepository())

    await model.add(email: "new@example.org")

    #expect(model.list.sent.map(\.email) == ["new@example.org"])
  }

  @Test func `A rider whose invitation is accepted is a friend`() async {
    let model = FriendsViewModel(
      friendsRepository: FakeFriendsRepository(.withInvitations),
      postRepository: FakePostRepository())
    await model.load()

    await model.accept(email: "ADA@example.org")

    #expect(model.list.friends == [.grace, .ada])
    #expect(model.list.received == [])
    await model.accept(email: "ada@example.org")
    #expect(model.phase == .failed(.noInvitation(email: "ada@example.org")))
  }

  @Test func `A removed friend is gone, by e-mail in any case`() async {
    let repository = FakeFriendsRepository()
    let model = FriendsViewModel(
      friendsRepository: repository, postRepository: FakePostRepository())
    await model.load()

    await model.remove(email: " ADA@example.org")

    #expect(model.list.friends == [.grace])
    #expect(await repository.removed == [.ada])
  }

  @Test func `Invitations are declined and withdrawn like friends are removed`() async {
    let repository = FakeFriendsRepository(.withInvitations)
    let model = FriendsViewModel(
      friendsRepository: repository, postRepository: FakePostRepository())
    await model.load()

    await model.remove(email: "ada@example.org")
    await model.remove(email: "EVE@example.org")

    #expect(model.list == FriendList(friends: [.grace]))
    #expect(await repository.removed == [.ada])
  }

  @Test func `A friend or an inviter can be blocked`() async {
    let repository = FakeFriendsRepository(.withInvitations)
    let model = FriendsViewModel(
      friendsRepository: repository, postRepository: FakePostRepository())
    await model.load()

    await model.block(email: "ada@example.org")
    await model.block(email: "grace@example.org")
    #expect(await repository.blocked == [.ada, .grace])

    await model.block(email: "eve@example.org")
    #expect(model.phase == .failed(.cannotBlock(email: "eve@example.org")))
  }

  @Test func `A rider who is no friend cannot be removed`() async {
    let model = FriendsViewModel(
      friendsRepository: FakeFriendsRepository(), postRepository: FakePostRepository())
    await model.load()

    await model.remove(email: "nobody@example.org")

    #expect(model.phase == .failed(.notAFriend(email: "nobody@example.org")))
  }
}
