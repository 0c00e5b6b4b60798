import Basics
import Testing

@testable import MonoCore

/// Tests that take too long are ended and named.
struct TestLimitTests {
  @Test func `A program whose time is over is ended, with what it started`() throws {
    let script = "sleep 300 & echo told; while :; do sleep 100; done"

    let (outcome, isOverdue) = try Tool.run(
      "sh", ["-c", script], only: EnvironmentVariables.all, limit: .seconds(1))

    #expect(isOverdue && outcome.status.code == 137 && outcome.outputText == "told\n")
    let (ended, isLate) = try Tool.run(
      "sh", ["-c", "exit 3"], only: EnvironmentVariables.all, limit: .seconds(100))
    #expect(!isLate && ended.status == .exited(3))
  }
}
