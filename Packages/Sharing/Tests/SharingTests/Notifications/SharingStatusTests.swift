import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import Sharing

@MainActor
struct SharingStatusTests {
  @Test func `A new item is announced once and counted until it is read`() async {
    let old = InboxItem.sample("1", read: false)
    let repository = FakePostRepository(
      inbox: .success([old]),
      .success([.sample("2", text: "My ride", read: false), old]),
      .success([.sample("2", text: "My ride", read: false), old]),
      .success([.sample("2", text: "My ride", read: true), .sample("1", read: true)]))
    let status = makeStatus(repository)
    var told: [String] = []
    var shown: [String?] = []

    for _ in 1...4 {
      await status.refresh { told.append($0) }
      shown.append(status.status?.text)
    }

    #expect(told == ["Ada shared: My ride"])
    #expect(shown == ["Inbox: 1 new", "Inbox: 2 new", "Inbox: 2 new", nil])
  }

  @Test func `After a failure the last known number stays`() async {
    let repository = FakePostRepository(
      inbox: .success([.sample("1", read: false)]), .failure(.unreachable(reason: "no route")))
    let status = makeStatus(repository)

    for _ in 1...2 { await status.refresh { _ in } }

    #expect(status.unread.count == 1)
  }

  @Test func `An invitation is announced when it comes, and counted until the rider sees it`() async
  {
    let friends = FakeFriendsRepository()
    let status = makeStatus(FakePostRepository(inbox: .success([])), friends)
    var told: [String] = []

    await status.refresh { told.append($0) }
    await friends.receive(.withInvitations)
    for _ in 1...2 { await status.refresh { told.append($0) } }
    let shown = status.status?.text
    let scenes: [SharingScene] = [.friends, .inbox, .share(post: NewPost(text: "Hello"))]
    let counts = scenes.map { status.news(on: $0) }
    status.show(FriendList.withInvitations.received, isSeen: true)
    await status.refresh { told.append($0) }

    #expect(told == ["Ada invites you to be friends."])
    #expect(shown == "Friends: 1 new")
    #expect(counts == [1, 0, 0])
    #expect(status.status == nil)
  }

  @Test func `What is there at first is counted, and no news`() async {
    let status = makeStatus(
      FakePostRepository(inbox: .success([.sample("1", read: false)])),
      FakeFriendsRepository(.withInvitations))
    var told: [String] = []

    await status.refresh { told.append($0) }

    #expect(told == [])
    #expect(status.status?.text == "Inbox: 1 new   Friends: 1 new")
  }

  @Test func `What was read is not counted again by an older answer`() async {
    let item = InboxItem.sample("1", read: false)
    let status = makeStatus(FakePostRepository(inbox: .success([item])))
    await status.refresh { _ in }
    status.show([.sample("1", read: true)])

    await status.refresh { _ in }

    #expect(status.unread == [])
  }

  private func makeStatus(
    _ posts: FakePostRepository, _ friends: FakeFriendsRepository = FakeFriendsRepository()
  ) -> SharingStatus {
    SharingStatus(friendsRepository: friends, postRepository: posts, liveEvents: .none())
  }
}
