import Basics
import Synchronization
import Testing

@testable import MonoCore

struct LiveOutputTests {
  @Test func `Lines come while the program runs, each once`() throws {
    let lines = Mutex<[String]>([])
    let folder = try TemporaryFolder()
    // The program ends only after its first lines were passed on.
    let script = """
      printf 'one\\ntwo'; echo three >&2
      while [ ! -e "$0" ]; do sleep 0.05; done
      printf '…\\n\\nlast'
      """

    let outcome = try Tool.run(
      "sh", ["-c", script, "\(folder.path)/seen"],
      lines: { line in
        lines.withLock { $0.append(line) }
        if line == "three" { try? Files.write("", to: "\(folder.path)/seen") }
      })

    #expect(outcome.status == .exited(0))
    #expect(lines.withLock { $0 } == ["one", "three", "two…", "last"])
  }

  @Test(arguments: [
    ("◇ Test \"Two riders meet\" started.", "Two riders meet"),
    ("✔ Test fare() passed after 0.001 seconds.", "fare()"),
    ("✘ Test fare() recorded an issue at F.swift:3:5: Expectation failed", "fare()"),
    ("◇ Suite FareTests started.", "FareTests"), ("a line of a program", nil),
  ])
  func `A line of a test names it`(line: String, name: String?) {
    #expect(TestLineSources.test(in: line) == name)
  }

  @Test func `Lines of several targets begin with theirs, other lines with the package`() throws {
    let folder = try TemporaryFolder()
    let events = folder.path + "/events"
    try Files.write(
      ["A", "B"].map { target in
        #"{"kind":"test","payload":{"kind":"function","id":"\#(target).S/f()","name":"\#(target.lowercased())()"}}"#
      }.joined(separator: "\n"), to: events)
    let sources = TestLineSources(events: events) { $0 == "OldTests" ? "Old" : nil }
    let lines = Mutex<[String]>([])
    let live = LiveOutput(source: "Pack") { line in lines.withLock { $0.append(line) } }

    for line in [
      "◇ Test a() started.", "✔ Test b() passed", "Test Case 'OldTests.x' started", "hm",
    ] {
      live.write(line, of: sources.target(of: line))
    }

    #expect(
      lines.withLock { $0 } == [
        "A: ◇ Test a() started.", "B: ✔ Test b() passed", "Old: Test Case 'OldTests.x' started",
        "Pack: hm",
      ])
  }
}
