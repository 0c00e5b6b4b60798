@testable import FeatureFlags
import Testing

struct FlagOverridesTests {
  @Test(arguments: ["a=x,b=y=z", "a=x b=y=z", " a=1, a=x ,\n b=y=z "])
  func `Overrides are read from a list, the last for a key counts`(text: String) throws {
    let overrides = try FlagOverrides(parsing: text)

    #expect(overrides == ["a": "x", "b": "y=z"])
    #expect(overrides["a"] == "x")
    #expect(overrides["c"] == nil)
    #expect(overrides.keys == ["a", "b"])
  }

  @Test func `No text means no overrides`() throws {
    #expect(try FlagOverrides(parsing: "") == FlagOverrides())
  }

  @Test(arguments: ["a", "=x", "a=", "a=x,b"])
  func `What has no key or variant is refused`(text: String) {
    #expect(throws: FlagOverrideError.self) { try FlagOverrides(parsing: text) }
  }

  @Test func `The error says how it should look`() {
    #expect(
      FlagOverrideError(assignment: "ui").description
        == "\"ui\" is not a flag's variant. Write KEY=VARIANT.")
  }
}
