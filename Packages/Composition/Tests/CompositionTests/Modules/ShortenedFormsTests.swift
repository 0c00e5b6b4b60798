import Composition
import Testing

struct ShortenedFormsTests {
  private final class Pair<Dependency, Payload>: FactoryModule {
    let dependency: Dependency
    let payload: Payload

    init(dependency: Dependency, payload: Payload) {
      self.dependency = dependency
      self.payload = payload
    }
  }

  private final class Cell<Dependency, Payload>: ConfiguratorModule {
    var dependency: Dependency?
    var payload: Payload?

    func configure(dependency: Dependency, payload: Payload) {
      self.dependency = dependency
      self.payload = payload
    }
  }

  @Test func `A factory module leaves out what is Void`() {
    #expect(Pair<String, Int>(dependency: "graph", payload: 1).payload == 1)
    #expect(Pair<String, Void>(dependency: "graph").dependency == "graph")
    #expect(Pair<Void, Int>(payload: 2).payload == 2)
    #expect(Pair<Void, Void>().payload == ())
  }

  @Test func `A factory leaves out what is Void`() {
    #expect(Pair<String, Int>.Factory(dependency: "graph").create(payload: 1).payload == 1)
    #expect(Pair<String, Void>.Factory(dependency: "graph").create().dependency == "graph")
    #expect(Pair<Void, Int>.Factory().create(payload: 2).payload == 2)
    #expect(Pair<Void, Void>.Factory().create().dependency == ())
  }

  @Test func `A configurator module leaves out what is Void`() {
    let both = Cell<String, Int>()
    both.configure(dependency: "graph", payload: 1)
    let fixed = Cell<String, Void>()
    fixed.configure(dependency: "graph")
    let runtime = Cell<Void, Int>()
    runtime.configure(payload: 2)
    let none = Cell<Void, Void>()
    none.configure()

    #expect(both.payload == 1)
    #expect(fixed.dependency == "graph")
    #expect(runtime.payload == 2)
    #expect(none.payload != nil)
  }

  @Test func `A configurator leaves out what is Void`() {
    let both = Cell<String, Int>()
    Cell<String, Int>.Configurator(dependency: "graph").configure(both, payload: 1)
    let fixed = Cell<String, Void>()
    Cell<String, Void>.Configurator(dependency: "graph").configure(fixed)
    let runtime = Cell<Void, Int>()
    Cell<Void, Int>.Configurator().configure(runtime, payload: 2)
    let none = Cell<Void, Void>()
    Cell<Void, Void>.Configurator().configure(none)

    #expect(both.payload == 1)
    #expect(fixed.dependency == "graph")
    #expect(runtime.payload == 2)
    #expect(none.payload != nil)
  }
}
