import Testing

@testable import MonoCore

struct BuildForecastTests {
  @Test func `Nothing is said before three builds, nor when one was far off`() throws {
    let folder = try TemporaryFolder()
    func forecast(_ samples: [(known: Double, actual: Double)]) throws -> BuildForecast {
      let list = samples.map { #"{"known": \#($0.known), "actual": \#($0.actual)}"# }
      try folder.write(
        "[\(list.joined(separator: ","))]", to: ".build/mono/build-seconds.json")
      return BuildForecast(root: folder.path)
    }

    #expect(BuildForecast(root: folder.path).seconds(for: 3) == nil)
    #expect(try forecast([(1, 2), (2, 4)]).objection?.contains("2 of 3 builds") == true)
    let good = try forecast([(1, 2), (2, 4.4), (10, 18)])
    #expect(good.objection == nil && good.seconds(for: 5) == 10)
    let bad = try forecast([(1, 2), (2, 4), (10, 50)])
    #expect(bad.objection == "one of the last builds was 60 % off" && bad.seconds(for: 5) == nil)
  }
}
