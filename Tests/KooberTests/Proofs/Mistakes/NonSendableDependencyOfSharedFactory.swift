import Composition

final class Clicks {
  var count = 0
}

struct Button: FactoryModule, Sendable {
  typealias Dependency = String

  init(dependency: String, payload: Void) {}
}

/// A factory that may go anywhere may not look at what may not.
func factory(clicks: Clicks) -> Button.Factory {
  #if MISTAKE
    return Button.Factory(dependency: "\(clicks.count) clicks")
  #else
    let count = clicks.count
    return Button.Factory(dependency: "\(count) clicks")
  #endif
}
