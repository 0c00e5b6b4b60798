public import Terminal
public import TerminalTesting

/// One way to use a scope: a method that makes something, a flow, or a command.
public struct Maker<Container: Sendable>: Sendable {
  /// The product of a scope, and how it is shown.
  enum Product {
    case object(Any)
    /// Creates an object each time.
    case factory(() -> Any)
    /// Shows screens until they are left.
    case flow(Any, (any Terminal) async throws -> Void)
    /// Shows a scene until it is left.
    case scene((any Terminal) async throws -> Void)
    /// Writes to the terminal.
    case command((ScriptedTerminal) async throws -> Void)
  }

  /// The method, or the words of the command.
  let name: String
  var walk: [Step]
  /// The events that change what is shown after the walk, or are asked about.
  var follows: [any Sendable] = []
  /// The commands of the same tree; empty for a method.
  var commands: [String] = []
  let make: @MainActor @Sendable (ScopeStage<Container>) async throws -> Product

  /// Calls a method of the container; what it returns is looked at, left and let go.
  ///
  /// A screen, each entry of a menu and a status provider are shown.
  ///
  /// - Parameters:
  ///   - name: The name of the method.
  ///   - walk: What the rider does on the screen, after the first look.
  ///   - call: Calls the method in a scope.
  public static func make(
    _ name: String, _ walk: [Step] = [],
    _ call: @escaping @MainActor @Sendable (ScopeStage<Container>) async throws -> Any
  ) -> Maker {
    Maker(name: name, walk: walk) { .object(try await call($0)) }
  }

  /// Shows a scene; its screen is made anew each time.
  ///
  /// - Parameters:
  ///   - scene: The scene, with what is known only at run time.
  ///   - walk: What the rider does on the screen, after the first look.
  ///   - open: Returns the container of the scene.
  public static func scene<Scenes: SceneContainer>(
    _ scene: Scenes.Scene, _ walk: [Step] = [],
    in open: @escaping @MainActor @Sendable (Container) async throws -> Scenes
  ) -> Maker {
    let name = "\(scene)".prefix { $0 != "(" }
    return Maker(name: "scene \(name)", walk: walk) { stage in
      let scenes = try await open(stage.container)
      let destination = Destination(scene) { scenes }
      return .scene { _ = try await destination.run(in: stage.navigator, on: $0) }
    }
  }

  /// Calls a method that returns a factory.
  ///
  /// - Parameters:
  ///   - name: The name of the method.
  ///   - call: Calls the method; returns what creates an object with the factory.
  public static func factory(
    _ name: String,
    _ call: @escaping @MainActor @Sendable (ScopeStage<Container>) async throws -> () -> Any
  ) -> Maker {
    Maker(name: name, walk: []) { .factory(try await call($0)) }
  }

  /// Calls a method that returns a flow over several screens.
  ///
  /// - Parameters:
  ///   - name: The name of the method.
  ///   - walk: What the rider does on the screens, after the first look.
  ///   - call: Calls the method; returns the flow and what shows it.
  public static func flow<Flow: AnyObject>(
    _ name: String, _ walk: [Step] = [],
    _ call:
      @escaping @MainActor @Sendable (ScopeStage<Container>) -> (
        Flow, (any Terminal) async throws -> NavigationEnd
      )
  ) -> Maker {
    Maker(name: name, walk: walk) {
      let (flow, run) = call($0)
      return .flow(flow) { _ = try await run($0) }
    }
  }

  /// Uses the scope in another way; what is written to the terminal is what the rider meets.
  ///
  /// - Parameters:
  ///   - name: Names the use: the words of a command line, for example.
  ///   - commands: The commands of which each needs a line, when the use is a command line.
  ///   - use: Uses the scope.
  public static func use(
    _ name: String, of commands: [String] = [],
    _ use:
      @escaping @MainActor @Sendable (ScopeStage<Container>, ScriptedTerminal) async throws
      -> Void
  ) -> Maker {
    Maker(name: name, walk: [], commands: commands) { stage in
      .command { try await use(stage, $0) }
    }
  }

  /// Returns the maker with the events that its product follows.
  ///
  /// A proof sends each of them, by ``PortRecord/receiveEvents(_:)``, and has to see that it changes what
  /// is shown, or is asked about.
  public func following(_ events: [any Sendable]) -> Maker {
    var maker = self
    maker.follows = events
    return maker
  }
}

/// An act of the rider on a screen.
public enum Step: Sendable {
  /// Waits for a text, and looks at the whole picture.
  case sees(String)
  /// Looks at the last picture, in which a text is not.
  case lacks(String)
  case presses([Key])
  case types(String)
  /// Lets time pass once that many tasks wait for it.
  case waits(Duration, sleepers: Int)

  /// Presses one key after the other.
  public static func presses(_ keys: Key...) -> Step { .presses(keys) }
}
