import Composition
import CompositionTesting
import Testing

@MainActor
struct GettingStartedTests {
  @Test func `A factory holds one half and is given the other`() {
    let service = FakeShareService()
    let post = Post(title: "Beach")

    let factory = ShareViewModel.Factory(dependency: .init(shareService: service))
    let model = factory.create(payload: .init(post: post))

    #expect(model.message == "")
  }

  @Test func `An extension shortens one factory`() {
    let factory = ShareViewModel.Factory(dependency: .init(shareService: FakeShareService()))

    let model = factory.create(titled: "Beach")

    #expect(model.message == "")
  }

  @Test func `A link leads to a screen`() async throws {
    let factory = ShareViewModel.Factory(dependency: .init(shareService: FakeShareService()))

    var links = LinkRegistry<ShareViewModel>()
    let pattern = try LinkPattern("koober://share/<post>", .text("post"))
    try links.register(pattern) { factory.create(payload: .init(post: Post(title: $0))) }

    let screen = try await links.resolve("koober://share/Beach")

    #expect(screen.message == "")
    await #expect(throws: LinkError.unknown(link: "koober://x", known: ["koober://share/<post>"])) {
      try await links.resolve("koober://x")
    }
  }
}

extension Factory where Module == ShareViewModel {
  @MainActor
  func create(titled title: String) -> ShareViewModel {
    create(payload: .init(post: Post(title: title)))
  }
}
