import Basics
import Testing

struct JSONObjectTests {
  private let composed = "\u{E9}"
  private let decomposed = "e\u{301}"

  @Test func `Names that only look alike are different members`() {
    let object: JSON.Object = [composed: 1, decomposed: 2, "\r\n": 3, "\n": 4]

    #expect(object.count == 4)
    #expect(object[composed] == 1)
    #expect(object[decomposed] == 2)
  }

  @Test func `Texts that only look alike are different values`() {
    #expect(JSON.string(composed) != JSON.string(decomposed))
  }

  @Test func `Booleans and numbers are different values`() {
    #expect(JSON.boolean(true) != JSON.number(1))
    #expect(JSON.boolean(false) != JSON.number(0))
  }

  @Test func `Objects are equal whatever the order of their members`() {
    let one: JSON.Object = ["a": 1, "b": [2]]
    let other: JSON.Object = ["b": [2], "a": 1]

    #expect(one == other)
    #expect(one != ["a": 1])
    #expect(one != ["a": 1, "c": [2]])
  }

  @Test(arguments: [3, 8, 9, 1000])
  func `Members are found, replaced and removed, few or many`(count: Int) {
    var object = JSON.Object()
    for index in 0..<count { object["name \(index)"] = .number(Double(index)) }

    object["name 1"] = "replaced"
    object["name 0"] = nil

    #expect(object.count == count - 1)
    #expect(object["name 0"] == nil)
    #expect(object["name 1"] == "replaced")
    #expect(object["name \(count - 1)"] == .number(Double(count - 1)))
    #expect(object.names.first == "name 1")
  }
}
