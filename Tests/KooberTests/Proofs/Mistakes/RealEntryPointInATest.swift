@testable import koober

func run(_ arguments: [String], on dependency: AppDependency) async -> Int32 {
  #if MISTAKE
    await Koober.main()
  #endif
  return await Program(dependency: dependency).run(arguments)
}
