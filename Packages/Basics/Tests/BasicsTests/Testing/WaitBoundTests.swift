import Basics
import BasicsTesting
import Dispatch
import Foundation
import Testing

struct WaitBoundTests {
  /// A wait for what never comes, and what its error says.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let message: String
    let wait: @Sendable (ManualClock) async throws -> Void
  }

  static let mistakes = [
    Mistake(testDescription: "a sleeper too many", message: "2 sleepers.\n") {
      try await $0.waitForSleepers(2)
    },
    Mistake(testDescription: "another sleeper", message: "1 sleepers of 5.0 seconds.\n") {
      try await $0.waitForSleeper(of: .seconds(5))
    },
    Mistake(testDescription: "an event that is not sent", message: "an event of the stream.\n") {
      _ in
      let (events, event) = AsyncStream<Int>.makeStream()
      _ = try await events.next("an event of the stream")
      event.finish()
    },
    Mistake(testDescription: "a task that goes on", message: "the end of the search.\n") { _ in
      let (answers, _) = AsyncStream<Int>.makeStream()
      try await bounded("the end of the search") { for await _ in answers {} }
    },
    Mistake(testDescription: "an object that is kept", message: "the end of all scopes.\n") {
      clock in
      try await eventually("the end of all scopes") { clock.sleeperCount == 0 }
    },
  ]

  @Test(arguments: mistakes)
  func `A wait in vain says what was awaited, where, and who sleeps`(
    mistake: Mistake
  ) async throws {
    let (clock, line) = (ManualClock("clock"), #line)
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    defer { sleeper.cancel() }
    try await clock.waitForSleepers()

    let error = await #expect(throws: WaitError.self) {
      try await WaitBound.$rounds.withValue(3) { try await mistake.wait(clock) }
    }

    let text = try #require(error).description
    #expect(text.hasPrefix("BasicsTests/WaitBoundTests.swift:"))
    #expect(text.contains(" waited in vain for \(mistake.message)"))
    #expect(
      text.contains(
        "clock of BasicsTests/WaitBoundTests.swift:\(line), which shows 0.0 seconds: "
          + "one for 1.0 seconds until 1.0 seconds"))
  }

  @Test func `A busy process makes a round longer`() async throws {
    // It takes more time than all rounds would.
    let work = Task { @MainActor in
      let start = ContinuousClock.now
      while ContinuousClock.now - start < .milliseconds(500) {}
    }

    try await WaitBound.$rounds.withValue(3) {
      try await bounded("the end of the work") { await work.value }
    }
  }

  @Test func `A program that hangs is killed`() async throws {
    #expect(try await Subprocess("sleep", ["infinity"]).end(silence: 2) == .signaled(SIGKILL))
  }

  @Test func `A process in which nothing happens ends with its stacks`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(70), observing: [\.standardErrorContent]
    ) {
      HangGuard.start(after: 2)
      DispatchSemaphore(value: 0).wait()
    }

    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("has done nothing for 2 s"))
    #expect(text.contains("Thread"))
  }
}
