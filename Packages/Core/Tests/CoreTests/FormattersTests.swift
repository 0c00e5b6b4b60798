import Core
import FoundationEssentials
import Testing

struct FormattersTests {
  @Test(arguments: [
    (0, "0 m"), (999, "999 m"), (1000, "1.0 km"), (12_349, "12.3 km"), (12_350, "12.4 km"),
    (.max, "9223372036854775.8 km"), (.min, "-9223372036854775808 m"),
  ])
  func `A length`(meters: Int, text: String) {
    #expect(Formatters.distance(meters: meters) == text)
  }

  @Test(arguments: [
    (0, "0 min"), (1, "1 min"), (59, "1 min"), (60, "1 min"), (61, "2 min"),
    (3600, "1 h 0 min"), (3661, "1 h 2 min"), (.max, "2562047788015215 h 31 min"),
  ])
  func `A duration`(seconds: Int, text: String) {
    #expect(Formatters.duration(seconds: seconds) == text)
  }

  @Test func `A time`() {
    #expect(Formatters.time(Date(timeIntervalSince1970: 1_767_225_600)) == "2026-01-01 00:00 UTC")
  }
}
