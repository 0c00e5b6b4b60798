import Composition

// The examples of Pure's readme: a list opens an item, which shows photos in cells that are reused.

protocol Networking: Sendable {
  func title(of item: Int) -> String
}

protocol ImageLoading: Sendable {
  func image(of photo: String) -> String
}

/// What the program is made of, put together in one place.
@MainActor
struct PhotosDependency {
  let networking: any Networking
  let detailScreenFactory: DetailScreen.Factory

  static func resolve() -> PhotosDependency {
    let networking = CatalogNetworking()
    return PhotosDependency(
      networking: networking,
      detailScreenFactory: DetailScreen.Factory(
        dependency: DetailScreen.Dependency(
          networking: networking,
          photoCellConfigurator: PhotoCell.Configurator(
            dependency: PhotoCell.Dependency(imageLoader: FileImageLoader())))))
  }
}

/// The program: a test starts it with another dependency.
@MainActor
final class PhotosProgram {
  let list: ListScreen

  init(dependency: PhotosDependency) {
    list = ListScreen(detailScreenFactory: dependency.detailScreenFactory)
  }
}

/// The list is given what makes the detail, and knows neither the network nor the cells.
@MainActor
final class ListScreen {
  private let detailScreenFactory: DetailScreen.Factory

  init(detailScreenFactory: DetailScreen.Factory) {
    self.detailScreenFactory = detailScreenFactory
  }

  func select(_ item: Int) -> DetailScreen {
    detailScreenFactory.create(payload: DetailScreen.Payload(item: item))
  }
}

@MainActor
final class DetailScreen: @MainActor FactoryModule {
  struct Dependency: Sendable {
    let networking: any Networking
    let photoCellConfigurator: PhotoCell.Configurator
  }

  struct Payload: Sendable {
    let item: Int
  }

  let title: String
  var quality = 100
  private let photoCellConfigurator: PhotoCell.Configurator

  init(dependency: Dependency, payload: Payload) {
    title = dependency.networking.title(of: payload.item)
    photoCellConfigurator = dependency.photoCellConfigurator
  }

  func show(_ photo: String, in cell: PhotoCell) {
    photoCellConfigurator.configure(cell, payload: PhotoCell.Payload(photo: photo))
  }
}

/// A cell is made by the list that reuses it, and configured again for each photo.
final class PhotoCell: ConfiguratorModule {
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

/// A value that only one consumer has: the factory of one module takes it, too.
extension Factory where Module == DetailScreen {
  @MainActor
  func create(payload: DetailScreen.Payload, quality: Int) -> DetailScreen {
    let screen = create(payload: payload)
    screen.quality = quality
    return screen
  }
}

/// A screen that a storyboard makes exists before it has what it needs.
@MainActor
final class DrawnScreen: @MainActor FactoryModule {
  struct Dependency: Sendable {
    let storyboard: Storyboard
    let networking: any Networking
  }

  typealias Payload = Int

  private(set) var title = ""

  init() {}

  convenience init(dependency: Dependency, payload: Int) {
    self.init()
    show(payload, with: dependency)
  }

  func show(_ item: Int, with dependency: Dependency) {
    title = dependency.networking.title(of: item)
  }
}

struct Storyboard: Sendable {
  @MainActor
  func instantiateDrawnScreen() -> DrawnScreen { DrawnScreen() }
}

extension Factory where Module == DrawnScreen {
  @MainActor
  func instantiate(_ item: Int) -> DrawnScreen {
    let screen = dependency.storyboard.instantiateDrawnScreen()
    screen.show(item, with: dependency)
    return screen
  }
}

struct CatalogNetworking: Networking {
  func title(of item: Int) -> String { "item \(item)" }
}

struct FileImageLoader: ImageLoading {
  func image(of photo: String) -> String { "image of \(photo)" }
}
