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

    let result = try Tool.run("sh", ["-c", "sleep 100 & sleep 200; echo told; sleep 300; exit 3"]) {
      watch.look(at: "/nowhere", root: "/", process: $0.identifier)
    }

    #expect(watch.ending?.seconds == 1 && watch.ending?.target == nil)
    #expect(result.status.code == 3 && result.outputText == "told\n")
  }

  @Test func `A program that does not end with its tests is ended, too`() throws {
    let watch = TestWatch(limit: 1, patience: 1) { _ in }

    let result = try Tool.run("sh", ["-c", "while :; do sleep 100; done"]) {
      watch.look(at: "/nowhere", root: "/", process: $0.identifier)
    }

    #expect(result.status.code == 137)
  }

  @Test(arguments: [(1, 5), (3, 15)])
  func `Tests that report nothing have the time of all targets`(targets: Int, seconds: Int) {
    let watch = TestWatch(limit: 100, targetLimit: 5, targetCount: targets) { _ in }

    // A number that no process has.
    for _ in 1...20 { watch.look(at: "/nowhere", root: "/", process: 99_999_999) }

    #expect(watch.ending?.target == nil && watch.ending?.seconds == seconds)
  }

  @Test func `A target whose own time is over is named`() throws {
    let watch = TestWatch(limit: 100, targetLimit: 5) { _ in }
    let folder = try TemporaryFolder()
    let events = [
      test("A.S/a()"), test("B.S/b()"), event("testStarted", "A.S/a()"),
      event("testEnded", "A.S/a()"), event("testStarted", "B.S/b()"),
    ]
    try folder.write(events.joined(separator: "\n"), to: "events")

    // A number that no process has.
    for _ in 1...10 { watch.look(at: "\(folder.path)/events", root: "/", process: 99_999_999) }

    #expect(watch.ending?.target == "B" && watch.ending?.seconds == 5)
    var report = TestReport()
    report.append(contentsOf: EventStream.tests(events.joined(separator: "\n"), root: "/"))
    if let ending = watch.ending { report.noteHanging(ending) }
    #expect(
      report.failures.map(\.message) == ["was still running when the limit of 5 s of B was over"])
  }

  private func test(_ id: String) -> String {
    #"{"kind":"test","payload":{"kind":"function","id":"\#(id)","name":"\#(id)"}}"#
  }

  private func event(_ kind: String, _ id: String) -> String {
    #"{"kind":"event","payload":{"kind":"\#(kind)","testID":"\#(id)","instant":{"absolute":1}}}"#
  }
}
