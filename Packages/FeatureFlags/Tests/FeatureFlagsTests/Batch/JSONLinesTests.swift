import FeatureFlags
import Testing

struct JSONLinesTests {
  @Test(arguments: ["a\nb\n", "a\nb"])
  func `Every line is answered once, in order, with a line end or without`(input: String) {
    let output = JSONLines.answers(to: Array(input.utf8)) { line, answer in
      answer += [UInt8(ascii: "<")] + line + [UInt8(ascii: ">")]
    }

    #expect(String(decoding: output, as: UTF8.self) == "<a>\n<b>\n")
  }

  @Test(arguments: [("\n", "-\n"), ("", ""), ("\n\n", "-\n-\n")])
  func `A blank line is answered too, and no input has no answer`(input: String, answers: String) {
    let output = JSONLines.answers(to: Array(input.utf8)) { _, answer in
      answer.append(UInt8(ascii: "-"))
    }

    #expect(String(decoding: output, as: UTF8.self) == answers)
  }
}
