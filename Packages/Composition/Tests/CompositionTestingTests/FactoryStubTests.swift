import Composition
import CompositionTesting
import Testing

struct FactoryStubTests {
  final class Ride: FactoryModule, Sendable {
    typealias Dependency = String
    typealias Payload = Int

    let text: String

    init(dependency: String, payload: Int) {
      text = "\(dependency) \(payload)"
    }
  }

  @MainActor final class Form: @MainActor FactoryModule {
    typealias Dependency = [String]

    let fields: [String]

    init(dependency: [String], payload: Void) {
      fields = dependency
    }
  }

  @Test func `A closure takes the place of the module's initializer`() {
    let factory: Ride.Factory = .stub { Ride(dependency: "stub", payload: $0 + 1) }

    #expect(factory.create(payload: 1).text == "stub 2")
  }

  @Test func `One instance is handed out for every payload`() {
    let ride = Ride(dependency: "stub", payload: 0)
    let factory: Ride.Factory = .stub(ride)

    #expect(factory.create(payload: 1) === ride)
    #expect(factory.create(payload: 2) === ride)
  }

  @Test func `A stub of a module without payload answers the short form too`() {
    let form = FormModule(dependency: "stub")
    let factory: FormModule.Factory = .stub { _ in form }

    #expect(factory.create() === form)
  }

  @Test @MainActor func `A main actor module is stubbed on its actor`() {
    var created = 0
    let factory: Form.Factory = .stub { _ in
      created += 1
      return Form(dependency: ["name"])
    }

    #expect(factory.create().fields == ["name"])
    #expect(created == 1)
  }

  @Test func `A stub goes to other tasks`() async {
    let factory: Ride.Factory = .stub { Ride(dependency: "stub", payload: $0) }

    #expect(await Task { factory.create(payload: 3).text }.value == "stub 3")
  }

  @Test func `Asking a stub for the dependency ends with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let factory: Ride.Factory = .stub { Ride(dependency: "stub", payload: $0) }
      _ = factory.dependency
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("A stub for 'Ride' was asked for its dependency"))
  }
}

private final class FormModule: FactoryModule {
  typealias Dependency = String

  init(dependency: String, payload: Void) {}
}
