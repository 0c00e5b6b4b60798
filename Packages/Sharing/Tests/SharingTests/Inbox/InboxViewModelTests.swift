import Core
import Testing

@testable import Sharing

@MainActor
struct InboxViewModelTests {
  @Test func `The unread items are marked, once`() async {
    let items: [InboxItem] = [.sample("new", read: false), .sample("old", read: true)]
    let repository = FakePostRepository(inbox: .success(items))
    let model = InboxViewModel(postRepository: repository)

    await model.load(limit: 10)
    await model.markRead()

    #expect(model.items == items)
    #expect(await repository.read == [Identifier("new")])
  }

  @Test func `After a failure an item can be opened`() async {
    let repository = FakePostRepository(inbox: .failure(.unreachable(reason: "no route")))
    let model = InboxViewModel(postRepository: repository)
    await model.load(limit: 10)

    await model.open(.sample("new", read: false))

    #expect(model.phase == .loaded)
    #expect(await repository.read == [Identifier("new")])
  }

  @Test func `An item that cannot be marked is open, and the failure is reported`() async {
    let item = InboxItem.sample("new", read: false)
    let error = CloudError.unreachable(reason: "no route")
    let repository = FakePostRepository(readFailure: error, inbox: .success([item]))
    let model = InboxViewModel(postRepository: repository)
    await model.load(limit: 10)

    await model.open(item)
    #expect(model.phase == .failed(error))
    #expect(model.opened == item)

    await model.load(limit: 10)
    await model.markRead()
    #expect(model.phase == .failed(error))
  }

  @Test func `A failure is reported`() async {
    let error = CloudError.unreachable(reason: "no route")
    let model = InboxViewModel(postRepository: FakePostRepository(inbox: .failure(error)))

    await model.load(limit: 10)

    #expect(model.phase == .failed(error))
  }
}
