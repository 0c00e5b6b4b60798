import Basics
import FeatureFlags
import Testing

struct RuleLimitsTests {
  /// A run that may take a tenth of the work shows the same in a tenth of the time.
  private static let work = 1_000_000

  private func result(_ rule: String, _ data: JSON = .null) throws -> JSON {
    try JSONLogicRule(try JSON(parsing: rule)).apply(to: data, work: Self.work)
  }

  private func numbers(_ count: Int) -> JSON {
    .array((0..<count).map { .number(Double($0)) })
  }

  @Test func `A rule as deep as JSON may be is run`() throws {
    let depth = 127
    let rule =
      String(repeating: "{\"!\":[", count: depth) + "1" + String(repeating: "]}", count: depth)

    #expect(try result(rule) == false)
  }

  @Test func `A rule that was built deeper than JSON may be is an error`() throws {
    var rule = JSON.number(1)
    for _ in 0..<600 { rule = ["!": rule] }

    #expect(throws: JSONLogicError.tooDeep) { try JSONLogicRule(rule).apply(to: .null) }
  }

  @Test func `A reduction cannot nest its result without end`() {
    #expect(throws: JSONLogicError.tooDeep) {
      try result(
        #"{"reduce":[{"var":""},[{"var":"accumulator"}],0]}"#, numbers(100_000))
    }
  }

  @Test(arguments: [
    #"{"reduce":[{"var":""},{"cat":[{"var":"accumulator"},{"var":"accumulator"}]},"x"]}"#,
    #"{"reduce":[{"var":""},[{"var":"accumulator"},{"var":"accumulator"}],0]}"#,
    #"{"reduce":[{"var":""},{"merge":[{"var":"accumulator"},{"var":"accumulator"}]},[1]]}"#,
  ])
  func `A reduction cannot double its result without end`(rule: String) {
    #expect(throws: JSONLogicError.tooMuchWork) { try result(rule, numbers(60)) }
  }

  @Test func `Lists in lists in lists end after a bounded amount of work`() {
    let list = "[" + (0..<400).map(String.init).joined(separator: ",") + "]"
    let rule = #"{"map":[LIST,{"map":[LIST,{"map":[LIST,{"var":""}]}]}]}"#
      .split(separator: "LIST", omittingEmptySubsequences: false).joined(separator: list)

    #expect(throws: JSONLogicError.tooMuchWork) { try result(rule) }
  }

  @Test func `A result that shares its parts is measured as it would be written`() {
    let text = String(repeating: "x", count: 100_000)
    let rule = #"{"map":[{"var":"list"},"# + "\"\(text)\"" + "]}"

    #expect(throws: JSONLogicError.tooMuchWork) { try result(rule, ["list": numbers(5_000)]) }
  }

  @Test func `A text of a million characters is searched in linear time`() throws {
    let whole = String(repeating: "a", count: 1_000_000)
    let part = String(repeating: "a", count: 500_000) + "b"

    #expect(
      try result(
        #"{"in":[{"var":"part"},{"var":"whole"}]}"#,
        ["part": .string(part), "whole": .string(whole)])
        == false)
  }

  @Test(arguments: [
    #"{"starts_with":[{"var":""},{"var":""}]}"#, #"{"ends_with":[{"var":""},{"var":""}]}"#,
    #"{"===":[{"var":""},{"var":""}]}"#, #"{"!==":[{"var":""},{"var":""}]}"#,
    #"{"sem_ver":[{"var":""},"=",{"var":""}]}"#, #"{"substr":[{"var":""},-1]}"#,
    #"{"in":[{"var":""},["x"]]}"#, #"{"==":[{"var":""},{"var":""}]}"#,
  ])
  func `A long text costs work in proportion to its length`(operation: String) throws {
    let text = JSON.string("1.0.0-" + String(repeating: "a", count: 20_000))
    let rule = #"{"all":[{"var":""},{"or":["# + operation + ",true]}]}"

    #expect(try result(rule, .array(Array(repeating: text, count: 10))) == true)
    #expect(throws: JSONLogicError.tooMuchWork) {
      try result(rule, .array(Array(repeating: text, count: 4_000)))
    }
  }

  @Test func `Merging lists costs work in proportion to the memory for the result`() throws {
    func merged(_ times: Int) throws -> JSON {
      let lists = Array(repeating: #"{"var":""}"#, count: times).joined(separator: ",")
      return try result(#"{"!!":{"merge":["# + lists + "]}}", numbers(10_000))
    }

    #expect(try merged(10) == true)
    #expect(throws: JSONLogicError.tooMuchWork) { try merged(30) }
  }

  @Test func `A hundred thousand elements are no problem`() throws {
    #expect(
      try result(
        #"{"reduce":[{"var":""},{"+":[{"var":"current"},{"var":"accumulator"}]},0]}"#,
        numbers(100_000))
        == 4_999_950_000)
  }
}
