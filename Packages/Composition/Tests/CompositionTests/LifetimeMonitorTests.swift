import Composition
import Testing

struct LifetimeMonitorTests {
  private struct Container {
    let probe: LifetimeProbe
    let name: String
  }

  private struct ContainerWithoutProbe {
    let name: String
  }

  #if DEBUG
    @Test func `The scopes alive are reported, oldest first`() {
      let monitor = LifetimeMonitor()
      let process = LifetimeProbe("process", in: monitor)
      let signedIn = LifetimeProbe("signed in", in: monitor)

      withExtendedLifetime((process, signedIn)) {
        #expect(monitor.scopesAlive == ["process", "signed in"])
      }
    }

    @Test func `A scope is alive until the last copy of its container is gone`() {
      let monitor = LifetimeMonitor()
      var container: Container? = Container(
        probe: LifetimeProbe("signed in", in: monitor), name: "first")
      var copy = container

      container = nil
      #expect(monitor.scopesAlive == ["signed in"])
      #expect(copy?.name == "first")
      copy = nil
      #expect(monitor.scopesAlive == [])
    }

    @Test func `Two scopes of one name are two`() {
      let monitor = LifetimeMonitor()
      let scopes = [LifetimeProbe("pick-up", in: monitor), LifetimeProbe("pick-up", in: monitor)]

      withExtendedLifetime(scopes) {
        #expect(monitor.scopesAlive == ["pick-up", "pick-up"])
      }
      #expect(monitor.entries(of: "pick-up") == 2)
      #expect(monitor.entries(of: "process") == 0)
    }

    @Test func `Monitors know nothing of each other`() {
      let one = LifetimeMonitor()
      let other = LifetimeMonitor()
      let probe = LifetimeProbe("process", in: one)

      withExtendedLifetime(probe) {
        #expect(other.scopesAlive == [])
      }
    }
  #else
    @Test func `A release build has neither size nor scopes`() {
      let monitor = LifetimeMonitor()
      let probe = LifetimeProbe("process", in: monitor)

      #expect(MemoryLayout.size(ofValue: monitor) == 0)
      #expect(MemoryLayout.size(ofValue: probe) == 0)
      #expect(MemoryLayout<Container>.size == MemoryLayout<ContainerWithoutProbe>.size)
      #expect(monitor.scopesAlive == [] && monitor.entries(of: "process") == 0)
    }
  #endif
}
