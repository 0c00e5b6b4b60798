import Core
import CoreTesting
import Testing

@testable import Sharing

@MainActor
struct ShareViewModelTests {
  private let notificationService = RecordingNotificationService()
  private let unreachable = CloudError.unreachable(reason: "no route")

  @Test func `The friends are what the repository returned`() async {
    let model = makeModel()

    await model.loadFriends()

    #expect(model.friends == [.ada, .grace])
  }

  @Test func `Friends that cannot be loaded are none, with the reason`() async {
    let model = makeModel(friends: .failure(unreachable))

    await model.loadFriends()

    #expect(model.friends == [])
    #expect(model.phase == .failed(unreachable))
  }

  @Test func `Sharing shows exactly one notification that names the friend`() async {
    let model = makeModel()

    await model.share(with: .ada)

    #expect(notificationService.shown == [.success(.ada)])
    #expect(model.sharedWith == [.ada])
  }

  @Test func `A failure shows exactly one notification and records nothing`() async {
    let model = makeModel(postRepository: FakePostRepository(unreachable: [.ada]))

    await model.share(with: .ada)

    #expect(notificationService.shown == [.error(.cloud(unreachable), .ada)])
    #expect(model.sharedWith == [])
    #expect(model.post == nil)
  }

  @Test func `Two friends see one post`() async {
    let postRepository = FakePostRepository()
    let model = makeModel(postRepository: postRepository)

    await model.share(with: .ada)
    await model.share(with: .grace)

    #expect(await postRepository.created.count == 1)
    #expect(await postRepository.shared == [.ada, .grace])
  }

  @Test func `Friends with whom it is shared at once see one post`() async throws {
    let gate = Gate()
    let postRepository = FakePostRepository(gate: gate)
    let model = makeModel(postRepository: postRepository)

    await withTaskGroup { group in
      for friend in [Friend.ada, .grace] { group.addTask { await model.share(with: friend) } }
      _ = try? await gate.waitForArrival()
      await gate.open()
    }

    #expect(await postRepository.created.count == 1)
    #expect(Set(await postRepository.shared) == [.ada, .grace])
  }

  private func makeModel(
    friends: Result<[Friend], CloudError> = .success([.ada, .grace]),
    postRepository: FakePostRepository = FakePostRepository()
  ) -> ShareViewModel {
    ShareViewModel(
      dependency: .init(
        friendsRepository: FakeFriendsRepository(loads: [friends]),
        shareService: ShareService(postRepository: postRepository),
        notificationService: notificationService),
      payload: NewPost(text: "On my way"))
  }
}
