import Core
import Testing

@testable import Commands

struct AddressSpaceTests {
  @Test(arguments: [(8 << 20, 192 << 20), (nil, 144 << 20), (0, 128 << 20), (1 << 30, 8320 << 20)])
  func `Threads and their stacks have to fit`(stack: UInt?, needed: UInt) {
    #expect(throws: Never.self) {
      try AddressSpace.requireEnough(limit: needed, stack: stack)
      try AddressSpace.requireEnough(limit: nil, stack: stack)
    }
    let problem = #expect(throws: Problem.self) {
      try AddressSpace.requireEnough(limit: needed - 1, stack: stack)
    }
    #expect(problem?.kind == .configuration)
    #expect(problem?.message.contains("\(needed >> 10) are needed") == true)
  }
}
