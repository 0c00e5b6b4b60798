import Core
import CoreTesting
import FoundationEssentials
import Testing

struct PlausibleNumbersTests {
  /// The problem of a call that gets an answer in which one text is replaced by another.
  private func problem<Response: Codable & Sendable>(
    _ endpoint: Endpoint<Empty, Empty, Response>, answer: Response, replacing old: String,
    with new: String
  ) async throws -> Problem? {
    let text = String(decoding: try JSONCoding.encode(answer), as: UTF8.self)
    try #require(text.contains(old), "\(text)")
    let body = Data(text.replacing(old, with: new).utf8)
    let client = CloudClient(
      transport: ScriptedCloudTransport([.success(CloudResponse(status: 200, body: body))]))
    do throws(CloudError) {
      _ = try await client.call(endpoint, session: .johnny)
      return nil
    } catch {
      return error.problem
    }
  }

  @Test(arguments: [
    (#""minorUnits":1250"#, #""minorUnits":"#, "price.minorUnits", 1_000_000_000_000_000),
    (#""secondsUntilPickup":120"#, #""secondsUntilPickup":"#, "secondsUntilPickup", 1_000_000_000),
    (
      #""secondsUntilDropoff":900"#, #""secondsUntilDropoff":"#, "secondsUntilDropoff",
      1_000_000_000
    ),
  ])
  func `A ride's numbers have limits`(
    old: String, key: String, field: String, limit: Int
  ) async throws {
    for number in [0, limit] {
      let problem = try await problem(
        CloudAPI.currentRide, answer: .sample(), replacing: old, with: "\(key)\(number)")
      #expect(problem == nil)
    }
    for number in ["-1", "\(limit + 1)", "9223372036854775807", "9223372036854775808", "1e308"] {
      let problem = try await problem(
        CloudAPI.currentRide, answer: .sample(), replacing: old, with: "\(key)\(number)")
      #expect(problem?.kind == .unintelligible)
      #expect(problem?.message.contains(field) == true)
    }
  }

  @Test(arguments: [
    "0000-00-00T00:00:00Z", "9999-12-31T23:59:61Z", "10000-01-01T00:00:00Z", "2026-02-29T00:00:00Z",
    "-001-01-01T00:00:00Z", "2026-01-01T24:00:00Z", "",
  ])
  func `A time that does not exist is unintelligible`(time: String) async throws {
    let problem = try await problem(
      CloudAPI.currentRide, answer: .sample(), replacing: "2026-01-01T00:00:00Z", with: time)

    #expect(problem?.kind == .unintelligible)
    #expect(problem?.message.contains("requestedAt") == true)
  }

  @Test func `An option's numbers have limits`() throws {
    func option(_ seconds: Int, _ meters: Int, _ duration: Int) -> Data {
      Data(
        """
        {"id": "wallabee", "name": "Wallabee", "price": {"currency": "AUD", "minorUnits": 1},
        "secondsUntilPickup": \(seconds), "distanceMeters": \(meters), "durationSeconds": \(duration),
        "quote": {"id": "q", "expiresAt": "2026-01-01T00:00:00Z"}}
        """.utf8)
    }
    let limits = (1_000_000_000, 50_000_000, 1_000_000_000)

    #expect(throws: Never.self) {
      _ = try JSONCoding.decode(RideOption.self, from: option(0, 0, 0))
      _ = try JSONCoding.decode(RideOption.self, from: option(limits.0, limits.1, limits.2))
    }
    for (seconds, meters, duration) in [
      (-1, 0, 0), (limits.0 + 1, 0, 0), (0, -1, 0), (0, limits.1 + 1, 0), (0, 0, -1),
      (0, 0, limits.2 + 1), (.max, .max, .max), (.min, .min, .min),
    ] {
      #expect(throws: DecodingError.self) {
        try JSONCoding.decode(RideOption.self, from: option(seconds, meters, duration))
      }
    }
  }
}
