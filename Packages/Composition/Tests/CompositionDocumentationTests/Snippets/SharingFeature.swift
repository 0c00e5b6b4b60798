import Composition

/// Something that can be shared.
struct Post: Equatable, Sendable {
  let title: String
}

/// Shares posts with friends.
protocol ShareService: Sendable {
  func share(_ post: Post, with friend: String) async throws
}

/// What the sharing feature asks for, and nothing more.
protocol SharingDependencies: Sendable {
  var shareService: any ShareService { get }
  var lifetimeMonitor: LifetimeMonitor { get }
}

/// One post on its way to a friend.
@MainActor
final class ShareViewModel: @MainActor FactoryModule {
  struct Dependency: Sendable {
    let shareService: any ShareService
  }

  struct Payload: Sendable {
    let post: Post
  }

  private(set) var message = ""

  private let dependency: Dependency
  private let payload: Payload

  init(dependency: Dependency, payload: Payload) {
    self.dependency = dependency
    self.payload = payload
  }

  func share(with friend: String) async {
    do {
      try await dependency.shareService.share(payload.post, with: friend)
      message = "\(friend) has '\(payload.post.title)' now."
    } catch {
      message = "'\(payload.post.title)' could not be shared: \(error). Try again."
    }
  }
}

/// The scope of the sharing feature.
struct SharingContainer: Sendable {
  private let dependencies: any SharingDependencies
  private let lifetimeProbe: LifetimeProbe

  init(dependencies: any SharingDependencies) {
    self.dependencies = dependencies
    lifetimeProbe = LifetimeProbe("sharing", in: dependencies.lifetimeMonitor)
  }

  @MainActor
  func makeShareViewModelFactory() -> ShareViewModel.Factory {
    ShareViewModel.Factory(dependency: .init(shareService: dependencies.shareService))
  }
}
