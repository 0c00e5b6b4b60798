import Composition
import CompositionTesting
import Testing

// The examples of Pure's readme: a list that opens a detail, a cell that is reused, a screen that a
// storyboard makes, and a map of URLs.

protocol ImageLoading: Sendable {
  func image(of photo: String) -> String
}

private struct ImageLoader: ImageLoading {
  func image(of photo: String) -> String { "image of \(photo)" }
}

@MainActor
private final class DetailScreen: @MainActor FactoryModule {
  struct Dependency: Sendable {
    let imageLoader: any ImageLoading
  }

  struct Payload: Sendable {
    let photo: String
  }

  let image: String

  init(dependency: Dependency, payload: Payload) {
    image = dependency.imageLoader.image(of: payload.photo)
  }
}

/// A cell is made by the list that reuses it, and configured again for each photo.
@MainActor
private final class PhotoCell: @MainActor ConfiguratorModule {
  struct Dependency: Sendable {
    let imageLoader: any ImageLoading
  }

  struct Payload: Sendable {
    let photo: String
  }

  private(set) var image = ""

  func configure(dependency: Dependency, payload: Payload) {
    image = dependency.imageLoader.image(of: payload.photo)
  }
}

/// The list is handed the factory and the configurator, and knows nothing of image loaders.
@MainActor
private final class ListScreen {
  private let detailScreenFactory: DetailScreen.Factory
  private let photoCellConfigurator: PhotoCell.Configurator

  init(
    detailScreenFactory: DetailScreen.Factory, photoCellConfigurator: PhotoCell.Configurator
  ) {
    self.detailScreenFactory = detailScreenFactory
    self.photoCellConfigurator = photoCellConfigurator
  }

  func select(_ photo: String) -> DetailScreen {
    detailScreenFactory.create(payload: .init(photo: photo))
  }

  func show(_ photo: String, in cell: PhotoCell) {
    photoCellConfigurator.configure(cell, payload: .init(photo: photo))
  }
}

/// A value that neither the graph nor every consumer has: the factory of one module takes it, too.
extension Factory where Module == DetailScreen {
  @MainActor
  fileprivate func create(photo: String, quality: Int) -> DetailScreen {
    create(payload: .init(photo: "\(photo) at \(quality) %"))
  }
}

@MainActor
struct PureExamplesTests {
  private let detailFactory = DetailScreen.Factory(dependency: .init(imageLoader: ImageLoader()))

  @Test func `A list opens details and configures cells without their dependencies`() {
    let list = ListScreen(
      detailScreenFactory: DetailScreen.Factory(dependency: .init(imageLoader: ImageLoader())),
      photoCellConfigurator: PhotoCell.Configurator(
        dependency: .init(imageLoader: ImageLoader())))
    let cell = PhotoCell()

    list.show("beach", in: cell)
    #expect(cell.image == "image of beach")
    list.show("harbour", in: cell)
    #expect(cell.image == "image of harbour")
    #expect(list.select("beach").image == "image of beach")
  }

  @Test func `An extension adds a value of the consumer`() {
    #expect(detailFactory.create(photo: "beach", quality: 80).image == "image of beach at 80 %")
  }

  @Test func `A link carries the payload of a factory`() async throws {
    var links = LinkRegistry<DetailScreen>()
    let pattern = try LinkPattern("koober://photo/<name>", .text("name"))
    try links.register(pattern.map { .init(photo: $0) }, with: detailFactory)

    #expect(try await links.resolve("koober://photo/beach").image == "image of beach")
  }

  @Test func `A test hands over stubs`() {
    var configured: [String] = []
    let cellStub = PhotoCell.Configurator.stub { _, payload in configured.append(payload.photo) }
    let stub = DetailScreen(
      dependency: .init(imageLoader: ImageLoader()), payload: .init(photo: "stub"))
    let list = ListScreen(
      detailScreenFactory: .stub(stub), photoCellConfigurator: cellStub)

    list.show("beach", in: PhotoCell())

    #expect(configured == ["beach"])
    #expect(list.select("beach").image == "image of stub")
  }
}
