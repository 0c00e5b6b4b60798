import Testing

@testable import Basics

struct ProgramStartTests {
  @Test func `The arguments on the stack are those that the standard library reads`() throws {
    let stack = try #require(ProgramStart.initialStack)

    #expect(ProgramStart.arguments(onStack: stack) == CommandLine.arguments)
  }
}
