import Basics
import FeatureFlags
import Testing

struct LogicBatchTests {
  @Test(
    arguments: [
      (#"{"rule":{"+":[1,{"var":"x"}]},"data":{"x":2}}"#, "3"), (#"{"rule":5}"#, "5"),
      (#"{"rule":{"var":""}}"#, "null"),
      (#"{"data":1}"#, #"{"error":"The line has no \"rule\"."}"#),
      ("[1", #"{"error":"line 1, column 3: expected ',' or ']'"}"#),
      (
        #"{"rule":{"nope":1}}"#,
        #"{"error":"There is no operator \"nope\". Check the rule's spelling."}"#
      ),
      (
        #"{"rule":{"/":[1,0]}}"#,
        #"{"error":"The result is not a number that JSON can hold. Check the rule's arithmetic."}"#
      ),
    ])
  func `Each line has a result or an error as its answer`(line: String, result: String) {
    var output: [UInt8] = []

    LogicBatch.answer(Array(line.utf8)[...], into: &output)

    #expect(String(decoding: output, as: UTF8.self) == result)
  }

  @Test(arguments: [(1_048_575, true), (1_048_576, true), (1_048_577, false)])
  func `A line has at most a mebibyte`(length: Int, isAnswered: Bool) {
    let line = #"{"rule":5}"#
    var output: [UInt8] = []

    LogicBatch.answer(
      Array((line + String(repeating: " ", count: length - line.utf8.count)).utf8)[...],
      into: &output)

    #expect((String(decoding: output, as: UTF8.self) == "5") == isAnswered)
  }
}
