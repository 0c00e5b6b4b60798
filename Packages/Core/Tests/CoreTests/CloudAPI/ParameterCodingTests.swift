@testable import Core
import CoreTesting
import Testing

struct ParameterCodingTests {
  private struct Sample: Codable, Equatable {
    var text = "a b&c=d/é"
    var count = -3
    var ratio = 0.1
    var isOn = true
    var missing: Int?
    var ranking = PlaceRanking.nearness
    var ride = Identifier<Ride>("42")
  }

  @Test func `A flat structure comes back as it was`() throws {
    let values = try ParameterCoding.encode(Sample())

    #expect(values["count"] == "-3")
    #expect(values["ride"] == "42")
    #expect(values["missing"] == nil)
    #expect(try ParameterCoding.decode(Sample.self, from: values) == Sample())
  }

  @Test(arguments: [["limit": "many"], ["limit": "1.5"], ["limit": ""], [:]])
  func `A missing or misshapen parameter is refused`(values: [String: String]) {
    #expect(throws: DecodingError.self) {
      try ParameterCoding.decode(PageRequest.self, from: values)
    }
  }

  @Test func `A value that an enum does not know is refused`() {
    #expect(throws: DecodingError.self) {
      try ParameterCoding.decode(
        PlaceSearch.self, from: ["query": "a", "limit": "1", "ranking": "random"])
    }
  }
}
