import Composition
import Testing

struct FactoryTests {
  private final class Greeting: FactoryModule {
    typealias Dependency = String
    typealias Payload = Int

    let text: String

    init(dependency: String, payload: Int) {
      text = dependency + String(repeating: "!", count: payload)
    }
  }

  private final class LoudGreetingFactory: Factory<Greeting>, @unchecked Sendable {
    override func create(payload: Int) -> Greeting {
      super.create(payload: payload * 3)
    }
  }

  @MainActor private final class Form: @MainActor FactoryModule {
    final class Fields {
      var name = ""
    }

    struct Dependency {
      let fields: Fields
    }

    let fields: Fields

    init(dependency: Dependency, payload: Void) {
      fields = dependency.fields
    }
  }

  @Test func `An instance gets the dependency and its own payload`() {
    let factory = Greeting.Factory(dependency: "Hello")

    #expect(factory.create(payload: 1).text == "Hello!")
    #expect(factory.create(payload: 2).text == "Hello!!")
  }

  @Test func `Every instance is a new one`() {
    let factory = Greeting.Factory(dependency: "Hello")

    #expect(factory.create(payload: 1) !== factory.create(payload: 1))
  }

  @Test func `A subclass takes the place of the factory`() {
    let factory: Greeting.Factory = LoudGreetingFactory(dependency: "Hello")

    #expect(factory.create(payload: 1).text == "Hello!!!")
  }

  @Test func `An extension gives the factory of one module its own way to create`() {
    let factory = Note.Factory(dependency: "Johnny")

    #expect(factory.create(title: "Beach").payload.title == "Beach")
  }

  @Test @MainActor func `A main actor module may depend on what only that actor knows`() {
    let fields = Form.Fields()
    let factory = Form.Factory(dependency: Form.Dependency(fields: fields))

    factory.create().fields.name = "Johnny"

    #expect(fields.name == "Johnny")
  }

  @Test func `The factory of a sendable dependency goes to other tasks`() async {
    let factory = Greeting.Factory(dependency: "Hello")

    let texts = await withTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { factory.create(payload: 1).text } }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }

    #expect(texts == ["Hello!"])
  }
}

private struct Note: FactoryModule {
  typealias Dependency = String

  struct Payload {
    let title: String
  }

  let author: String
  let payload: Payload

  init(dependency: String, payload: Payload) {
    author = dependency
    self.payload = payload
  }
}

extension Factory where Module == Note {
  fileprivate func create(title: String) -> Note {
    create(payload: Note.Payload(title: title))
  }
}
