import Basics
import Synchronization
import Testing

@testable import MonoCore

struct TestWatchTests {
  @Test func `A target is reported once, when all its tests have ended`() {
    let lines = Mutex<[String]>([])
    let watch = TestWatch(limit: 100) { line in lines.withLock { $0.append(line) } }
    let started = [test("A.S/a()"), test("A.S/b()"), event("testStarted", "A.S/a()")]
    let half = started + [event("testEnded", "A.S/a()"), event("testStarted", "A.S/b()")]
    let whole = half + [event("testEnded", "A.S/b()")]

    for events in [started, half, whole, whole] {
      watch.tell(events.joined(separator: "\n"), root: "/")
    }

    #expect(lines.withLock { $0 } == ["A: 2 tests, after 0 s"])
  }

  @Test func `Tests that take too long are ended, with what they started`() throws {
    let watch = TestWatch(limit: 1) { _ in }

    let result = try Tool.run("sh", ["-c", "sleep 100 & sleep 200; echo ended"]) {
      watch.look(at: "/nowhere", root: "/", process: $0)
    }

    #expect(watch.isOver)
    #expect(result.status.code == 137 && result.outputText.isEmpty)
  }

  private func test(_ id: String) -> String {
    #"{"kind":"test","payload":{"kind":"function","id":"\#(id)","name":"\#(id)"}}"#
  }

  private func event(_ kind: String, _ id: String) -> String {
    #"{"kind":"event","payload":{"kind":"\#(kind)","testID":"\#(id)","instant":{"absolute":1}}}"#
  }
}
