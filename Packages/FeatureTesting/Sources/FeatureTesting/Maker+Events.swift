public import Core
public import ScopeTesting
public import Terminal

extension Maker {
  /// Calls a method of the container; what it returns follows the rider's stream.
  ///
  /// - Parameters:
  ///   - name: The name of the method.
  ///   - walk: What the rider does on the screen, after the first look.
  ///   - events: The events of the stream that what is made follows.
  ///   - call: Calls the method in a scope.
  public static func make(
    _ name: String, _ walk: [Step] = [], follows events: [RiderEvent],
    _ call: @escaping @MainActor @Sendable (ScopeStage<Container>) async throws -> Any
  ) -> Maker {
    .make(name, walk, call).following(events)
  }

  /// Shows a scene whose screen follows the rider's stream.
  ///
  /// - Parameters:
  ///   - scene: The scene, with what is known only at run time.
  ///   - walk: What the rider does on the screen, after the first look.
  ///   - events: The events of the stream that the screen follows.
  ///   - open: Returns the container of the scene.
  public static func scene<Scenes: SceneContainer>(
    _ scene: Scenes.Scene, _ walk: [Step] = [], follows events: [RiderEvent],
    in open: @escaping @MainActor @Sendable (Container) async throws -> Scenes
  ) -> Maker {
    .scene(scene, walk, in: open).following(events)
  }
}
