import Core
import Terminal
import TerminalTesting
import Testing

@testable import Sharing

@MainActor
struct InboxStatusTests {
  @Test func `A new item is announced once and counted until it is read`() async {
    let old = InboxItem.sample("1", read: false)
    let repository = FakePostRepository(
      inbox: .success([old]),
      .success([.sample("2", text: "My ride", read: false), old]),
      .success([.sample("2", text: "My ride", read: false), old]),
      .success([.sample("2", text: "My ride", read: true), .sample("1", read: true)]))
    let status = InboxStatus(postRepository: repository, clock: ManualClock())
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
    let status = InboxStatus(postRepository: repository, clock: ManualClock())

    for _ in 1...2 { await status.refresh { _ in } }

    #expect(status.unread == 1)
  }
}
