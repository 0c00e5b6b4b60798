import FeatureFlags
import Testing

struct JSONLinesTests {
  @Test(arguments: [
    ["a\nb\n"], ["a\n", "b\n"], ["a", "\nb", "\n"], ["a\nb"], ["", "a\n", "", "b"],
  ])
  func `Every line is answered once, in order, however the input is cut`(chunks: [String]) {
    var rest = chunks[...]
    var output: [UInt8] = []

    JSONLines.answer { () throws(Never) in
      rest.popFirst().map { Array($0.utf8) }
    } write: { (bytes) throws(Never) in
      output += bytes
    } answer: { line, answer in
      answer += [UInt8(ascii: "<")] + line + [UInt8(ascii: ">")]
    }

    #expect(String(decoding: output, as: UTF8.self) == "<a>\n<b>\n")
  }

  @Test func `A blank line is answered too, and no input has no answer`() {
    var inputs: [[UInt8]] = [Array("\n".utf8)]
    var output: [UInt8] = []

    for _ in 0..<2 {
      JSONLines.answer { () throws(Never) in
        inputs.popLast()
      } write: { (bytes) throws(Never) in
        output += bytes
      } answer: { _, answer in
        answer.append(UInt8(ascii: "-"))
      }
    }

    #expect(String(decoding: output, as: UTF8.self) == "-\n")
  }
}
