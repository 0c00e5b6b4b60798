import Terminal
import Testing

@MainActor
struct QuestionTests {
  @Test(arguments: [
    (Key.character("y"), ["withdrawn", "cancelled"]), (.character("n"), ["withdrawn"]),
    (.enter, []),
  ])
  func `A question is withdrawn by either answer, and done by yes`(key: Key, log: [String]) {
    var entries: [String] = []
    let question = Question("Cancel the ride?", yes: "Yes, cancel") { entries.append("cancelled") }

    question.answers { entries.append("withdrawn") }.perform(key)

    #expect(entries == log)
  }
}
