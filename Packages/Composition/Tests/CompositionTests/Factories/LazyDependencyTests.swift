import Composition
import Synchronization
import Testing

/// What holds for the dependency of every kind of factory.
struct LazyDependencyTests {
  private struct Service: Sendable {
    let name: String
  }

  private struct Ticket: FactoryModule, Sendable {
    typealias Dependency = Service
    typealias Payload = Int

    let service: Service

    init(dependency: Service, payload: Int) {
      service = dependency
    }
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    func service() -> Service {
      Service(name: "\(count.add(1, ordering: .sequentiallyConsistent).newValue)")
    }
  }

  @Test func `The dependency is not made before its first use`() {
    let counter = Counter()

    let factory = Ticket.Factory(dependency: counter.service())

    #expect(counter.value == 0)
    #expect(factory.create(payload: 1).service.name == "1")
  }

  @Test func `The dependency is made once for all instances`() {
    let counter = Counter()
    let factory = Ticket.Factory(dependency: counter.service())

    let names = (1...4).map { factory.create(payload: $0).service.name }

    #expect(names == ["1", "1", "1", "1"])
    #expect(factory.dependency.name == "1")
    #expect(counter.value == 1)
  }

  @Test func `What the expression captured is released after its first use`() {
    final class Source: Sendable {}
    weak var captured: Source?
    let factory: Ticket.Factory = {
      let source = Source()
      captured = source
      return Ticket.Factory(dependency: Service(name: "\(type(of: source))"))
    }()
    #expect(captured != nil)

    _ = factory.dependency

    #expect(captured == nil)
  }

  @Test func `A hundred threads that create at once make one dependency`() throws {
    let counter = Counter()
    let gate = StartGate(threads: 100)
    let factory = Ticket.Factory(
      dependency: {
        gate.waitUntilAllHaveStarted()
        return counter.service()
      }())

    let names = try onThreads(100) {
      gate.start()
      return factory.create(payload: 1).service.name
    }

    #expect(names == Array(repeating: "1", count: 100))
    #expect(counter.value == 1)
  }

  @Test func `A dependency that asks for its own factory ends with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Loop.run()
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("asks for the factory of 'Loop' while it is being made"))
    #expect(message.contains("Break the cycle"))
  }
}

/// A module whose dependency needs the module's factory.
private final class Loop: FactoryModule {
  final class Dependency {
    var factory: Loop.Factory?

    func asked() -> Dependency {
      _ = factory?.create()
      return self
    }
  }

  init(dependency: Dependency, payload: Void) {}

  static func run() {
    let dependency = Dependency()
    let factory = Loop.Factory(dependency: dependency.asked())
    dependency.factory = factory
    _ = factory.create()
  }
}
