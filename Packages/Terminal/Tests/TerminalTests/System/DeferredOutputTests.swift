import Testing

@testable import Terminal

struct DeferredOutputTests {
  @Test func `Text is kept in its order until it is taken`() {
    var held = DeferredOutput()
    held.append("one", .output)
    held.append("two", .error)

    let parts = held.takeAll()
    #expect(parts.map(\.text) == ["one", "two"])
    #expect(parts.map(\.stream) == [.output, .error])
    #expect(held.takeAll().isEmpty)
  }

  @Test func `The oldest is dropped when there is too much`() {
    var held = DeferredOutput()
    let long = String(repeating: "x", count: DeferredOutput.limit)
    held.append("old", .output)
    held.append(long, .output)
    #expect(held.takeAll().map(\.text) == [long])

    held.append(long + "x", .output)
    #expect(held.takeAll().map(\.text) == [long + "x"])
  }
}
