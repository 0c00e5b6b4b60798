import Composition
import CompositionTesting
import Synchronization
import Testing

/// A service that records what it is asked, and fails when the test says so.
final class FakeShareService: ShareService {
  private let calls = Mutex<[String]>([])
  private let error: (any Error)?

  init(failing error: (any Error)? = nil) {
    self.error = error
  }

  var shared: [String] { calls.withLock { $0 } }

  func share(_ post: Post, with friend: String) async throws {
    if let error { throw error }
    calls.withLock { $0.append("\(post.title) → \(friend)") }
  }
}

private struct Offline: Error, CustomStringConvertible {
  let description = "offline"
}

/// Everything the feature asks for, made of fakes.
struct FakeSharingDependencies: SharingDependencies {
  let shareService: any ShareService
  let lifetimeMonitor = LifetimeMonitor()
}

@MainActor
struct ShareViewModelTests {
  @Test func `Sharing names the friend`() async {
    let service = FakeShareService()
    let container = SharingContainer(
      dependencies: FakeSharingDependencies(shareService: service))
    let factory = container.makeShareViewModelFactory()
    let model = factory.create(payload: .init(post: Post(title: "Beach")))

    await model.share(with: "Rosa")

    #expect(service.shared == ["Beach → Rosa"])
    #expect(model.message == "Rosa has 'Beach' now.")
  }

  @Test func `A failure is told, and nothing is shared`() async {
    let service = FakeShareService(failing: Offline())
    let model = ShareViewModel(
      dependency: .init(shareService: service), payload: .init(post: Post(title: "Beach")))

    await model.share(with: "Rosa")

    #expect(service.shared == [])
    #expect(model.message == "'Beach' could not be shared: offline. Try again.")
  }
}

/// A screen that opens the share screen of whatever post is chosen.
@MainActor
final class FeedViewModel {
  private let shareFactory: ShareViewModel.Factory

  init(shareFactory: ShareViewModel.Factory) {
    self.shareFactory = shareFactory
  }

  func choose(_ post: Post) -> ShareViewModel {
    shareFactory.create(payload: .init(post: post))
  }
}

@MainActor
struct FeedViewModelTests {
  @Test func `Choosing a post opens its share screen`() {
    var opened: [Post] = []
    let feed = FeedViewModel(
      shareFactory: .stub { payload in
        opened.append(payload.post)
        return ShareViewModel(
          dependency: .init(shareService: FakeShareService()), payload: payload)
      })

    _ = feed.choose(Post(title: "Beach"))

    #expect(opened == [Post(title: "Beach")])
  }
}

@MainActor
struct SharingLifetimeTests {
  @Test func `Nothing outlives the sharing scope`() {
    var watch = ObjectWatch()
    let dependencies = FakeSharingDependencies(shareService: FakeShareService())
    do {
      let container = SharingContainer(dependencies: dependencies)
      let factory = watch.watch(container.makeShareViewModelFactory())
      watch.watch(factory.create(payload: .init(post: Post(title: "Beach"))))
    }

    #expect(watch.survivors == [])
    #expect(dependencies.lifetimeMonitor.scopesAlive == [])
  }
}
