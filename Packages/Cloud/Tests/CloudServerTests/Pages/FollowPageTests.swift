import Basics
import CloudRoutes
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudServer
@testable import CloudStore

/// The page of a link in a real browser, which is skipped without one where none is required.
@Suite(.enabled(if: Browser.isInstalled || Browser.isRequired, "Chromium is missing."))
struct FollowPageTests {
  /// Whether the streets are there, and the car is where it was seen last.
  private static let isDrawn = """
    [...tiles.values()].every(Boolean) && [...tiles.values()].some((tile) => tile.streets.length)
      && car.x === target.x
    """

  @Test(arguments: ["light", "dark"])
  func `The page shows the car, minutes, a first name and a plate, and asks only its server`(
    scheme: String
  ) async throws {
    try await Self.withLinkedRide { stage, server, ride, token in
      let address = "http://127.0.0.1:\(server.port)/follow/\(token.revealed)"
      let browser = try await Browser()
      try await browser.prefer(scheme)
      try await browser.open(address)
      let waiting = try await browser.waitForLine("Ann waits for a driver")
      #expect(waiting.first?.hasSuffix(" min") == true)
      #expect(waiting.dropFirst() == ["Ann waits for a driver", "Koober"])

      let accepted = try await stage.letTimePass(until: .accepted, of: ride)
      let plate = try #require(accepted.car?.plate)
      try await browser.waitForLine("The car is on its way to Ann")
      try await browser.wait(for: Self.isDrawn)
      try Self.record(try await browser.screenshot(), "follow-\(scheme)")

      let lines = try await browser.waitForLine(plate)
      #expect(lines.first?.hasSuffix(" min") == true)
      #expect(lines.dropFirst() == ["The car is on its way to Ann", plate, "Koober"])
      _ = try await stage.letTimePass(until: .completed, of: ride)
      #expect(
        try await browser.waitForLine("Ann has arrived") == ["Ann has arrived", plate, "Koober"])
      #expect(browser.requests.contains { $0.hasPrefix("\(address)/map/14/") })
      #expect(browser.requests.filter { !$0.hasPrefix("http://127.0.0.1:\(server.port)/") } == [])
      #expect(browser.complaints == [])
      #expect(!server.log.entries.contains { "\($0)".contains(token.revealed) })
    }
  }

  @Test func `The page says that its link was revoked`() async throws {
    try await Self.withLinkedRide { stage, server, ride, token in
      let browser = try await Browser()
      try await browser.open("http://127.0.0.1:\(server.port)/follow/\(token.revealed)")
      try await browser.waitForLine("Ann waits for a driver")

      _ = try await stage.client.call(
        CloudAPI.revokeRideLinks, parameters: RideParameters(ride: ride.id), session: stage.ann)

      #expect(
        try await browser.waitForLine("This link leads nowhere any more")
          == ["This link leads nowhere any more", "Koober"])
    }
  }

  @Test func `The page goes on with another server after its own was stopped`() async throws {
    let folder = try TemporaryFolder()
    let database = CloudDatabase.sqlite(path: folder.path(of: "cloud.sqlite"))
    let browser = try await Browser()
    var left: (ride: Ride, ann: UserSession, port: UInt16)?
    try await Self.withLinkedRide(on: ServedCloud(database: database)) {
      stage, server, ride, token in
      try await browser.open("http://127.0.0.1:\(server.port)/follow/\(token.revealed)")
      try await browser.waitForLine("Ann waits for a driver")
      left = (ride, stage.ann, server.port)
    }
    try await browser.waitForLine("Connecting …")
    let (ride, ann, port) = try #require(left)

    try await TestServer.run(ServedCloud(database: database), change: { $0.listener.port = port }) {
      server in
      let stage = PageStage(
        stage: StreamStage(clock: server.cloud.manualClock, transport: try server.transport),
        ann: ann)
      _ = try await stage.letTimePass(until: .accepted, of: ride)
      try await browser.waitForLine("The car is on its way to Ann")
    }
  }

  // MARK: - Steps

  /// A served cloud, and who has shared a ride by a link.
  private struct PageStage {
    let stage: StreamStage
    let ann: UserSession

    var client: CloudClient { stage.client }

    /// Lets time pass until a ride has come to a state.
    func letTimePass(until state: RideState, of ride: Ride) async throws -> Ride {
      // No ride takes two hours.
      for _ in 0..<7_200 {
        let newest = try await client.call(
          CloudAPI.ride, parameters: RideReading(ride: ride.id), session: ann)
        guard newest.state != state else { return newest }
        try await stage.tick()
      }
      return try #require(nil as Ride?, "The ride never comes to \(state).")
    }
  }

  private static func withLinkedRide(
    on cloud: ServedCloud = ServedCloud(routeModel: BuiltInRouteModel()),
    _ test: (PageStage, TestServer, Ride, Secret) async throws -> Void
  ) async throws {
    try await TestServer.runWithoutBlocking(cloud) { server in
      let stage = StreamStage(clock: cloud.manualClock, transport: try server.transport)
      let ann = try await stage.signUp("Ann")
      let ride = try await stage.requestRide(ann)
      let link = try await stage.client.call(
        CloudAPI.createRideLink, parameters: RideParameters(ride: ride.id), session: ann)
      try await test(PageStage(stage: stage, ann: ann), server, ride, link.token)
    }
  }

  /// Draws the picture of the documentation anew, which is not compared: it depends on the fonts.
  private static func record(_ picture: Data, _ name: String, file: String = #filePath) throws {
    guard EnvironmentVariables.all["RECORD_FRAMES"] == "1" else { return }
    let tests = file.components(separatedBy: "/CloudServerTests/")[0]
    try Files.makeFolder("\(tests)/Frames/FollowPageTests")
    try Files.replace("\(tests)/Frames/FollowPageTests/\(name).png", with: Array(picture))
  }
}
