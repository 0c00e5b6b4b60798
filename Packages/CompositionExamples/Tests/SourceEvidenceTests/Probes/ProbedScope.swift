import Composition

struct Scope {
  let number: Int
  #if PROBED
    private let probe: LifetimeProbe
  #endif

  init(number: Int, monitor: LifetimeMonitor) {
    self.number = number
    #if PROBED
      probe = monitor.probe("scope")
    #endif
  }
}

@inline(never)
func openScope(number: Int, monitor: LifetimeMonitor) -> Scope {
  Scope(number: number + 1, monitor: monitor)
}

public func open(number: Int) -> Int {
  openScope(number: number, monitor: LifetimeMonitor()).number
}
