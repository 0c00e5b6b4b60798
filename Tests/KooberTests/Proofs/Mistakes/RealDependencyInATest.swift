import Cloud
import Core
import Terminal

@testable import koober

func program(clock: any WallClock, randomBytes: any RandomBytes, terminal: any Terminal) -> Program
{
  #if MISTAKE
    Program(dependency: .resolve())
  #else
    Program(
      dependency: AppDependency(
        environment: ["KOOBER_HOME": "/nowhere"], wallClock: clock,
        screenClock: ContinuousClock(), randomBytes: randomBytes, passwordHashing: .cheapest,
        makeTerminal: { _ in terminal }))
  #endif
}
