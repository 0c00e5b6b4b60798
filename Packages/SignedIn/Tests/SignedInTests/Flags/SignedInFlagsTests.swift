import FeatureFlags
import Testing

@testable import SignedIn

struct SignedInFlagsTests {
  @Test func `An implementation for every variant, and a variant for every implementation`() throws
  {
    let problems = SubstitutionRegistry(FlagSet.signedIn.substitutions)
      .problems(in: try FlagSet.signedIn.definitions())

    #expect(problems == [])
  }
}
