import Core
import Testing

@testable import Sharing

@MainActor
struct FriendsViewModelTests {
  private let unreachable = CloudError.unreachable(reason: "no route")

  @Test func `The friends are loaded`() async {
    let model = FriendsViewModel(friendsRepository: FakeFriendsRepository())

    await model.load()

    #expect(model.phase == .loaded)
    #expect(model.friends == [.ada, .grace])
  }

  @Test func `A failure keeps the friends known before and tells why`() async {
    let repository = FakeFriendsRepository(change: .failure(unreachable))
    let model = FriendsViewModel(friendsRepository: repository)
    await model.load()

    await model.remove(email: "ada@example.org")

    #expect(model.phase == .failed(.cloud(unreachable)))
    #expect(model.friends == [.ada, .grace])
  }

  @Test func `An added friend is among the friends`() async {
    let model = FriendsViewModel(friendsRepository: FakeFriendsRepository())

    await model.add(email: "new@example.org")

    #expect(model.friends.map(\.email) == ["new@example.org"])
  }

  @Test func `A removed friend is gone, by e-mail in any case`() async {
    let repository = FakeFriendsRepository()
    let model = FriendsViewModel(friendsRepository: repository)
    await model.load()

    await model.remove(email: " ADA@example.org")

    #expect(model.friends == [.grace])
    #expect(await repository.removed == [.ada])
  }

  @Test func `Somebody who is no friend cannot be removed`() async {
    let model = FriendsViewModel(friendsRepository: FakeFriendsRepository())
    await model.load()

    await model.remove(email: "nobody@example.org")

    #expect(model.phase == .failed(.notAFriend(email: "nobody@example.org")))
  }
}
