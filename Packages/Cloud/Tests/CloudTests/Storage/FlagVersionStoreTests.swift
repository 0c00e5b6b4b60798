import Basics
import Core
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudStore

struct FlagVersionStoreTests {
  private func version(_ number: Int, _ document: JSON.Object = ["flags": [:]]) -> FlagVersion {
    FlagVersion(
      record: FlagVersion.Record(
        number: number, publishedAt: .noon + Double(number), author: "ada",
        message: "Reason \(number)"),
      document: document)
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Versions are kept with who, when and why`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      #expect(try store.newestFlagVersion() == 0)
      let first = version(1)
      let second = version(2, ["flags": ["ü\u{0}": ["state": "ENABLED", "variants": ["a": 1.5]]]])

      #expect(try store.addFlagVersion(first))
      #expect(try store.addFlagVersion(second))

      #expect(try store.newestFlagVersion() == 2)
      #expect(try store.flagVersion(1) == first)
      #expect(try store.flagVersion(2) == second)
      #expect(try store.flagVersion(3) == nil)
      #expect(try store.flagVersions(limit: 9) == [second.record, first.record])
      #expect(try store.flagVersions(limit: 1) == [second.record])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Of two changes to one version the second is refused`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let first = version(1)
      #expect(try store.addFlagVersion(first))

      #expect(try !store.addFlagVersion(version(1, ["flags": [:], "metadata": [:]])))

      #expect(try store.flagVersion(1) == first)
    }
  }
}
