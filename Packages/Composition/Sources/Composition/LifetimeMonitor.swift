#if DEBUG
  import Synchronization
#endif

/// Knows which scopes are alive, in a debug build; in a release build it is empty and does nothing.
///
/// The process scope owns one and hands it to its children. Each container keeps a probe:
///
///     struct SignedInContainer {
///       private let probe: LifetimeProbe
///
///       init(dependencies: any SignedInDependencies, session: UserSession) {
///         probe = LifetimeProbe("signed in", in: dependencies.lifetimeMonitor)
///       }
///     }
public struct LifetimeMonitor: Sendable {
  #if DEBUG
    @usableFromInline let register: ScopeRegister
  #endif

  /// Creates a monitor without scopes.
  @inlinable public init() {
    #if DEBUG
      register = ScopeRegister()
    #endif
  }

  /// The names of the scopes alive, oldest first; always empty in a release build.
  @inlinable public var scopesAlive: [String] {
    #if DEBUG
      register.names
    #else
      []
    #endif
  }

  /// How many scopes of a name were entered so far; always 0 in a release build.
  public func entries(of scope: String) -> Int {
    #if DEBUG
      register.entries(of: scope)
    #else
      0
    #endif
  }
}

#if DEBUG
  /// The scopes alive, numbered in the order they were entered.
  @usableFromInline final class ScopeRegister: Sendable {
    private struct State {
      var lastNumber = 0
      var scopes: [Int: StaticString] = [:]
      var entries: [String: Int] = [:]
    }

    private let state = Mutex(State())

    @usableFromInline init() {}

    @usableFromInline var names: [String] {
      state.withLock { $0.scopes.sorted { $0.key < $1.key }.map(\.value.description) }
    }

    func entries(of scope: String) -> Int { state.withLock { $0.entries[scope, default: 0] } }

    func enter(_ scope: StaticString) -> Int {
      state.withLock {
        $0.entries[scope.description, default: 0] += 1
        $0.lastNumber += 1
        $0.scopes[$0.lastNumber] = scope
        return $0.lastNumber
      }
    }

    func leave(_ number: Int) { state.withLock { $0.scopes[number] = nil } }
  }
#endif

/// The sign that a scope is alive, held by its container; of size zero in a release build.
public struct LifetimeProbe: Sendable {
  #if DEBUG
    @usableFromInline let token: Token

    @usableFromInline final class Token: Sendable {
      private let number: Int
      private let register: ScopeRegister

      @usableFromInline init(scope: StaticString, register: ScopeRegister) {
        self.register = register
        number = register.enter(scope)
      }

      deinit { register.leave(number) }
    }
  #endif

  /// Enters a scope. It leaves when the last copy of the probe is released.
  ///
  /// - Parameters:
  ///   - scope: The name of the scope.
  ///   - monitor: The monitor; a release build does not even ask for it.
  @inlinable public init(_ scope: StaticString, in monitor: @autoclosure () -> LifetimeMonitor) {
    #if DEBUG
      token = Token(scope: scope, register: monitor().register)
    #endif
  }
}
