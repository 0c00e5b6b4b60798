import Composition
import Synchronization
import Testing

struct AsyncFactoryTests {
  private struct Refused: Error, Equatable {
    let name: String
  }

  private final class Counter: Sendable {
    let count = Atomic(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    func add() -> Counter {
      count.add(1, ordering: .sequentiallyConsistent)
      return self
    }
  }

  private final class Session: AsyncFactoryModule, Sendable {
    typealias Dependency = Counter
    typealias Payload = String

    let name: String

    init(dependency: Counter, payload: String) async throws {
      guard !payload.isEmpty else { throw Refused(name: payload) }
      name = payload
    }
  }

  /// Ignores the cancellation that happens while it is made.
  private final class Stubborn: AsyncFactoryModule, Sendable {
    typealias Payload = @Sendable () -> Void

    init(dependency: Void, payload: @Sendable () -> Void) async {
      payload()
    }
  }

  @Test func `An instance arrives with its payload`() async throws {
    let factory = Session.Factory(dependency: Counter())

    #expect(try await factory.create(payload: "Johnny").name == "Johnny")
  }

  @Test func `What the module throws reaches the consumer`() async {
    let factory = Session.Factory(dependency: Counter())

    await #expect(throws: Refused(name: "")) { try await factory.create(payload: "") }
  }

  @Test func `A task cancelled before it begins does not touch the dependency`() async {
    let counter = Counter()
    let factory = Session.Factory(dependency: counter.add())

    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await factory.create(payload: "Johnny")
    }

    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(counter.value == 0)
  }

  @Test func `An instance that arrives after the cancellation is dropped`() async {
    let factory = Stubborn.Factory()

    let task = Task {
      try await factory.create(payload: { withUnsafeCurrentTask { $0?.cancel() } })
    }

    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `The dependency is made once for all instances`() async throws {
    let counter = Counter()
    let factory = Session.Factory(dependency: counter.add())

    for name in ["Johnny", "Rosa", "Ali"] { _ = try await factory.create(payload: name) }

    #expect(counter.value == 1)
  }
}
