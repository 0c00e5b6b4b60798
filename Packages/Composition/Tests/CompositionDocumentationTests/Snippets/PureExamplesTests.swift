import Composition
import CompositionTesting
import Testing

private struct FakeNetworking: Networking {
  func title(of item: Int) -> String { "fake \(item)" }
}

@MainActor
struct PureExamplesTests {
  private let dependency = PhotosDependency.resolve()

  @Test func `One place puts everything together, and a list opens what it does not know`() {
    let detail = PhotosProgram(dependency: dependency).list.select(7)
    let cell = PhotoCell()

    detail.show("beach", in: cell)
    #expect(cell.image == "image of beach")
    detail.show("harbour", in: cell)
    #expect(cell.image == "image of harbour")
    #expect(detail.title == "item 7")
  }

  @Test func `A test starts the program with another dependency`() {
    let fake = PhotosDependency(
      networking: FakeNetworking(),
      detailScreenFactory: DetailScreen.Factory(
        dependency: DetailScreen.Dependency(
          networking: FakeNetworking(), photoCellConfigurator: .stub())))

    #expect(PhotosProgram(dependency: fake).list.select(7).title == "fake 7")
  }

  @Test func `An extension adds a value of the consumer`() {
    let factory = dependency.detailScreenFactory

    let screen = factory.create(payload: DetailScreen.Payload(item: 7), quality: 80)

    #expect(screen.title == "item 7")
    #expect(screen.quality == 80)
  }

  @Test func `A factory completes what a storyboard has made`() {
    let factory = DrawnScreen.Factory(
      dependency: DrawnScreen.Dependency(
        storyboard: Storyboard(), networking: dependency.networking))

    #expect(factory.instantiate(7).title == "item 7")
  }

  @Test func `A link carries the payload of a factory`() async throws {
    var links = LinkRegistry<DetailScreen>()
    let pattern = try LinkPattern("photos://item/<id>", .integer("id"))
    try links.register(pattern) { item in
      dependency.detailScreenFactory.create(payload: DetailScreen.Payload(item: item))
    }

    #expect(try await links.resolve("photos://item/7").title == "item 7")
    await #expect(throws: LinkError.self) { try await links.resolve("photos://item/seven") }
  }

  @Test func `A test of one screen is given stubs`() {
    var configured: [String] = []
    let cellStub = PhotoCell.Configurator.stub { _, payload in configured.append(payload.photo) }
    let detail = DetailScreen(
      dependency: DetailScreen.Dependency(
        networking: FakeNetworking(), photoCellConfigurator: cellStub),
      payload: DetailScreen.Payload(item: 1))
    let list = ListScreen(detailScreenFactory: .stub(detail))

    list.select(2).show("beach", in: PhotoCell())

    #expect(list.select(2) === detail)
    #expect(configured == ["beach"])
  }
}
