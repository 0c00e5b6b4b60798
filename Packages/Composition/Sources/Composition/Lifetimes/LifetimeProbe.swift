/// The sign that a scope is alive, held by its container; of size zero in a release build.
public struct LifetimeProbe: Sendable {
  #if DEBUG
    private let token: Token

    @usableFromInline
    init(scope: StaticString, register: ScopeRegister) {
      token = Token(scope: scope, register: register)
    }

    private final class Token: Sendable {
      private let number: Int
      private let register: ScopeRegister

      init(scope: StaticString, register: ScopeRegister) {
        self.register = register
        number = register.enter(scope)
      }

      deinit {
        register.leave(number)
      }
    }
  #else
    @inlinable init() {}
  #endif
}
