import Composition
import CompositionTesting
import Testing

/// Where others register, resolve, annotate or generate, a container has members.
private struct RootContainer: SharingDependencies {
  // One instance for the scope: a constant.
  let shareService: any ShareService
  let lifetimeMonitor = LifetimeMonitor()

  // A new instance each time: a method.
  func makePost(titled title: String) -> Post {
    Post(title: title)
  }

  // A child scope: a method that passes the parent on.
  func makeSharingContainer() -> SharingContainer {
    SharingContainer(dependencies: self)
  }
}

/// A value known only at run time is a parameter of the scope, and a constant inside.
private struct RiderContainer: Sendable {
  let rider: String
  private let parent: RootContainer

  init(parent: RootContainer, rider: String) {
    self.parent = parent
    self.rider = rider
  }
}

/// A cycle is broken where it is owned: the child's reference to its owner is weak.
private final class Owner {
  let child = Child()

  init() {
    child.owner = self
  }
}

private final class Child {
  weak var owner: Owner?
}

@MainActor
struct ComingFromTests {
  private let root = RootContainer(shareService: FakeShareService())

  @Test func `A constant is shared and a method makes anew`() {
    #expect(root.makePost(titled: "Beach") == Post(title: "Beach"))
    #expect(root.shareService as? FakeShareService === root.shareService as? FakeShareService)
  }

  @Test func `A child scope is opened by a method, with what is known then`() {
    let rider = RiderContainer(parent: root, rider: "Johnny")
    let factory = root.makeSharingContainer().makeShareViewModelFactory()

    #expect(rider.rider == "Johnny")
    #expect(factory.create(titled: "Beach").message == "")
  }

  @Test func `A weak reference upwards leaves nothing alive`() {
    var watch = ObjectWatch()
    watch.watch(Owner())

    #expect(watch.survivors == [])
  }
}
