import Core
import Testing

@testable import Console

struct ProcessLimitsTests {
  @Test(arguments: [(8 << 20, 192 << 20), (nil, 144 << 20), (0, 128 << 20), (1 << 30, 8320 << 20)])
  func `Threads and their stacks have to fit`(stack: UInt?, needed: UInt) {
    #expect(throws: Never.self) {
      try ProcessLimits.requireAddressSpace(limit: needed, stack: stack)
      try ProcessLimits.requireAddressSpace(limit: nil, stack: stack)
    }
    let problem = #expect(throws: Problem.self) {
      try ProcessLimits.requireAddressSpace(limit: needed - 1, stack: stack)
    }
    #expect(problem?.kind == .configuration)
    #expect(problem?.message.contains("\(needed >> 10) are needed") == true)
  }

  @Test(arguments: [(nil, nil), (1024, 3), (19, 3), (1024, 1008)] as [(UInt?, Int?)])
  func `A process that may open files begins`(limit: UInt?, firstFree: Int?) {
    #expect(throws: Never.self) {
      try ProcessLimits.requireFiles(limit: limit, firstFree: firstFree)
    }
  }

  @Test(arguments: [(18, 3, 19), (1024, 1009, 1025), (4, nil, 20)] as [(UInt, Int?, Int)])
  func `A process that may open too few files does not`(
    limit: UInt, firstFree: Int?, needed: Int
  ) {
    let problem = #expect(throws: Problem.self) {
      try ProcessLimits.requireFiles(limit: limit, firstFree: firstFree)
    }
    #expect(problem?.kind == .configuration)
    #expect(
      problem?.message == "Only \(limit) files may be open at once; \(needed) are needed.")
    #expect(problem?.hint.contains("ulimit -n") == true)
  }

  @Test func `Without the files of the process it does not begin`() {
    let problem = #expect(throws: Problem.self) {
      try ProcessLimits.requireProcessFiles(in: "/no/proc/self")
    }
    #expect(problem?.kind == .configuration)
    #expect(problem?.message == "/no/proc/self/stat cannot be read.")
    #expect(throws: Never.self) { try ProcessLimits.requireProcessFiles(in: "/proc/self") }
  }
}
