import BasicsTesting
import Dispatch
import Foundation
import Testing

struct TestThreadTests {
  @Test func `Blocked tests leave the threads of the concurrent executor to others`() async throws {
    let answers = try await withThrowingTaskGroup(of: DispatchTimeoutResult.self) { group in
      for _ in 0...ProcessInfo.processInfo.activeProcessorCount {
        group.addTask {
          try await TestThread.run {
            let answer = DispatchSemaphore(value: 0)
            Task { answer.signal() }
            return block(until: answer)
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }

    #expect(answers.allSatisfy { $0 == .success })
  }

  @Test func `A test goes on on its thread after a wait`() async throws {
    let (before, after) = try await TestThread.run {
      let before = thread()
      try await bounded("a task of its own") {}
      return (before, thread())
    }

    #expect(before == after)
    #expect(thread() != before)
  }
}

private func block(until answer: DispatchSemaphore) -> DispatchTimeoutResult {
  answer.wait(timeout: .now() + 120)
}

private func thread() -> pthread_t { pthread_self() }
