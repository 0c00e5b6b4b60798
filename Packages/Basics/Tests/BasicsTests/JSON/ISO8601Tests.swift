import Basics
import Foundation
import Testing

struct ISO8601Tests {
  @Test(arguments: [
    (1_795_161_600.0, "2026-11-20T08:00:00Z", "2026-11-20T08:00:00.000Z"),
    (1_795_161_599.9996, "2026-11-20T07:59:59Z", "2026-11-20T08:00:00.000Z"),
    (-0.25, "1969-12-31T23:59:59Z", "1969-12-31T23:59:59.750Z"),
    (951_782_400, "2000-02-29T00:00:00Z", "2000-02-29T00:00:00.000Z"),
    (-62_167_219_200, "0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"),
  ])
  func `A time is written with its second, or its nearest millisecond`(
    time: Double, seconds: String, milliseconds: String
  ) {
    let date = Date(timeIntervalSince1970: time)

    #expect(ISO8601.text(of: date) == seconds)
    #expect(ISO8601.text(of: date, milliseconds: true) == milliseconds)
  }

  @Test(arguments: [-62_167_219_201.0, 253_402_300_800, .infinity, -.infinity, .nan])
  func `A year that four digits do not hold is not written`(time: Double) {
    #expect(ISO8601.text(of: Date(timeIntervalSince1970: time)) == nil)
  }

  @Test func `The leap seconds of a time zone change no time`() async {
    // In a process of its own, because the environment belongs to all of it.
    await #expect(processExitsWith: .success) {
      EnvironmentVariables.set("TZ", to: "right/UTC")
      let date = Date(timeIntervalSince1970: 1_795_161_600)

      let document = try JSON.encode([date])

      #expect(document == Data(#"["2026-11-20T08:00:00Z"]"#.utf8))
      let decoded = try JSON.decode([Date].self, from: document)
      #expect(decoded == [date])
    }
  }
}
