/// A container that turns the scenes of a feature into screens.
///
/// A scene is a value that names a screen, with what is known only at run time:
///
///     enum SharingScene: Hashable, Sendable {
///       case friends
///       case write(to: Friend)
///     }
///
/// A screen names the scene that it leads to, and never makes or keeps a screen. What several scenes
/// share is held by their container, whose scope says how long.
@MainActor
public protocol SceneContainer<Scene> {
  associatedtype Scene: Hashable & Sendable

  /// Returns the screen of a scene, another one each time.
  func makeScreen(for scene: Scene, navigator: Navigator) -> any NavigableScreen
}

/// Shows the scenes of one container on a navigator.
@MainActor
public struct Scenes<Scene: Hashable & Sendable> {
  public let navigator: Navigator
  private let container: any SceneContainer<Scene>

  public init(of container: some SceneContainer<Scene>, in navigator: Navigator) {
    self.container = container
    self.navigator = navigator
  }

  /// The scene below all others; `nil` for one of another container.
  public var root: Scene? { navigator.scenes.first?.base as? Scene }

  /// Shows a scene over the others.
  public func push(_ scene: Scene) { navigator.push(place(of: scene)) }

  /// Puts another scene below all others, instead of the one that was there.
  public func replaceRoot(with scene: Scene) { navigator.replaceRoot(with: place(of: scene)) }

  /// Shows a scene and all that it leads to until none is left; who leaves the program is told what
  /// goes on.
  ///
  /// - Throws: ``PromptError`` when the user interrupts or the terminal goes away.
  public func run(
    from scene: Scene, on terminal: any Terminal
  ) async throws -> NavigationEnd {
    try await navigator.run(from: place(of: scene), on: terminal)
  }

  fileprivate func place(of scene: Scene) -> Navigator.Place {
    Navigator.Place(
      scene: scene, screen: container.makeScreen(for: scene, navigator: navigator))
  }
}

/// A scene of any feature: where a menu or a link leads, or what is opened again later.
@MainActor
public struct Destination {
  public let scene: AnyHashable
  private let place: @MainActor (Navigator) -> Navigator.Place

  /// - Parameters:
  ///   - scene: The scene that is shown.
  ///   - open: Returns the container of the scene, each time that it is shown.
  public init<Container: SceneContainer>(
    _ scene: Container.Scene, in open: @escaping @MainActor () -> Container
  ) {
    self.scene = scene
    place = { navigator in Scenes(of: open(), in: navigator).place(of: scene) }
  }

  /// A scene that was open before; `nil` for one of another container.
  public init?<Container: SceneContainer>(
    reopening scene: AnyHashable, in open: @escaping @MainActor () -> Container
  ) {
    guard let scene = scene.base as? Container.Scene else { return nil }
    self.init(scene, in: open)
  }

  /// Shows the scene over the others.
  public func show(in navigator: Navigator) { navigator.push(place(navigator)) }

  /// Shows the scene and all that it leads to until none is left; who leaves the program is told what
  /// goes on.
  ///
  /// - Throws: ``PromptError`` when the user interrupts or the terminal goes away.
  public func run(
    in navigator: Navigator, on terminal: any Terminal
  ) async throws -> NavigationEnd {
    try await navigator.run(from: place(navigator), on: terminal)
  }
}
