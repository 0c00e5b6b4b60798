import Basics
import CloudDomain
import Core
import CoreHTTP
import CoreTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import CloudRoutes

struct OSRMRouteModelTests {
  private static let vaduz = Location(nearestTo: 47.141, 9.5209)
  private static let schaan = Location(nearestTo: 47.166, 9.5227)

  private static func answer(_ body: String, status: Int = 200) -> LoopbackServer.Step {
    .answer(
      """
      HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\n\
      Content-Length: \(body.utf8.count)\r\n\r\n\(body)
      """)
  }

  /// The answer to a question for a way between Vaduz and Schaan.
  private static func way(
    _ geometry: String? = nil, distance: String = "4320.7", duration: String = "385.7",
    waypoints: String = #"[{"distance":8.9},{"distance":62.9}]"#
  ) -> String {
    let line = geometry ?? polyline([vaduz, Location(nearestTo: 47.15, 9.53), schaan])
    return """
      {"code":"Ok","routes":[{"geometry":"\(line)","distance":\(distance),\
      "duration":\(duration),"legs":[]}],"waypoints":\(waypoints)}
      """
  }

  private static func polyline(_ points: [Location]) -> String {
    var last = (0, 0)
    func text(_ number: Int) -> String {
      var rest = number < 0 ? ~(number << 1) : number << 1
      var bytes: [UInt8] = []
      while rest >= 0x20 {
        bytes.append(UInt8(rest & 0x1F | 0x20) + 63)
        rest >>= 5
      }
      return String(decoding: bytes + [UInt8(rest) + 63], as: UTF8.self)
    }
    return points.map { point in
      let now = (
        Int((point.latitude * 1e6).rounded()), Int((point.longitude * 1e6).rounded())
      )
      defer { last = now }
      return text(now.0 - last.0) + text(now.1 - last.1)
    }.joined().replacing("\\", with: "\\\\")
  }

  /// Runs a test with a model and the server that it asks.
  private func withEngine(
    _ steps: [LoopbackServer.Step], _ test: (OSRMRouteModel, LoopbackServer) async throws -> Void
  ) async throws {
    let server = try LoopbackServer(steps)
    let model = OSRMRouteModel(
      asking: try CloudAddress(parsing: "http://127.0.0.1:\(server.port)"))
    try await test(model, server)
    withExtendedLifetime(server) {}
  }

  @Test func `A way is asked for once, and is what the engine says`() async throws {
    try await withEngine([Self.answer(Self.way())]) { model, server in
      let route = try await model.route(from: Self.vaduz, to: Self.schaan)
      let again = try await model.route(from: Self.vaduz, to: Self.schaan)

      #expect(route.corners == [Self.vaduz, Location(nearestTo: 47.15, 9.53), Self.schaan])
      #expect((route.distance, route.duration, route.model) == (4320.7, 385.7, "osrm"))
      #expect(again == route)
      let line = try #require(server.requests.first?.split(separator: "\r\n").first)
      #expect(
        line == """
          GET /route/v1/driving/9.5209%2C47.141%3B9.5227%2C47.166?generate_hints=false&\
          geometries=polyline6&overview=full&radiuses=500.0%3B500.0 HTTP/1.1
          """)
      #expect(server.requests.count == 1)
      #expect(model.use?.questions == 1)
      #expect(model.use?.known == 1)
    }
  }

  @Test func `One table has the times of all cars, and none where there is no way`() async throws {
    let table = """
      {"code":"Ok","durations":[[385.7],[null],[12]],"sources":[{"distance":1},{"distance":2},\
      {"distance":18032000}],"destinations":[{"distance":3}]}
      """
    try await withEngine([Self.answer(table)]) { model, server in
      let approaches = try await model.approaches(
        from: [Self.vaduz, Self.schaan, .operaHouse], to: Self.schaan)

      #expect(approaches == [Approach(duration: 385.7), nil, nil])
      #expect(server.requests.count == 1)
      #expect(server.requests[0].contains("sources=0%3B1%3B2"))
      #expect(try await model.approaches(from: [], to: Self.schaan) == [])
    }
  }

  @Test(arguments: [
    ("NoRoute", "Impossible route between points", RouteError.noRoad(.between)),
    ("NoSegment", "Could not find a matching segment for coordinate 0", .noRoad(.start)),
    ("NoSegment", "Could not find a matching segment for coordinate 1", .noRoad(.end)),
    ("TooBig", "", .unavailable(reason: "OSRM answered TooBig")),
    ("\\u001b[2J", "", .unavailable(reason: "OSRM answered an unknown code")),
  ])
  func `An error of the engine is told apart`(
    code: String, message: String, error: RouteError
  ) async throws {
    let body = #"{"code":"\#(code)","message":"\#(message)"}"#
    try await withEngine([Self.answer(body, status: 400)]) { model, _ in
      await #expect(throws: error) { try await model.route(from: Self.vaduz, to: Self.schaan) }
    }
  }

  @Test(arguments: [
    way(distance: "-1"), way(distance: "1e400"), way(distance: "6e6"),
    way(duration: "1e9"), way(duration: "-0.1"),
    way(distance: "4900000"), way(distance: "10000"), way(distance: "1000"), way(distance: "0"),
    way(duration: "1000000"), way(duration: "10"), way(duration: "0"),
    way(duration: "null"), way(waypoints: "[]"), way("a"), way(""), way("~~~~~~~~~~~~~~~~"),
    way(polyline([.operaHouse, .appleStore])), way(polyline([vaduz, .operaHouse])),
    way(polyline([vaduz])), way(polyline([vaduz, schaan]) + "_"),
    way(String(repeating: "??", count: 100_001)), "{}", "[]", "null", "", "{\"code\":\"Ok\"}",
    "{\"code\":\"Ok\",\"routes\":[],\"waypoints\":[]}", String(repeating: "[", count: 100_000),
  ])
  func `What cannot be true is not believed`(body: String) async throws {
    try await withEngine([Self.answer(body)]) { model, _ in
      let error = await #expect(throws: RouteError.self) {
        try await model.route(from: Self.vaduz, to: Self.schaan)
      }

      guard case .unavailable = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(model.use?.failures == 1)
    }
  }

  @Test(arguments: [
    #"{"code":"Ok","durations":[[1]],"sources":[],"destinations":[{"distance":3}]}"#,
    #"{"code":"Ok","durations":[],"sources":[{"distance":1}],"destinations":[{"distance":3}]}"#,
    #"{"code":"Ok","durations":[[1,2]],"sources":[{"distance":1}],"destinations":[{"distance":3}]}"#,
    #"{"code":"Ok","durations":[[-1]],"sources":[{"distance":1}],"destinations":[{"distance":3}]}"#,
    #"{"code":"Ok","durations":[[1]],"sources":[{"distance":1}],"destinations":[]}"#,
  ])
  func `A table that cannot be is not believed`(body: String) async throws {
    try await withEngine([Self.answer(body)]) { model, _ in
      let error = await #expect(throws: RouteError.self) {
        try await model.approaches(from: [Self.vaduz], to: Self.schaan)
      }

      #expect(error == .unavailable(reason: "OSRM answered a table that cannot be"))
    }
  }

  @Test func `An answer that is cut off is asked for again, and known ways are forgotten`()
    async throws
  {
    let cut = "HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\n{\"code\""
    let way = Self.answer(Self.way())
    try await withEngine([way, .last(cut), .last(cut), way]) { model, server in
      let first = try await model.route(from: Self.vaduz, to: Self.schaan)

      await #expect(throws: RouteError.self) {
        try await model.route(from: Self.schaan, to: Self.vaduz)
      }

      #expect(server.requests.count == 3)
      #expect(try await model.route(from: Self.vaduz, to: Self.schaan) == first)
      #expect(server.requests.count == 4)
    }
  }

  @Test func `Without an engine the error says where none listens`() async throws {
    let address = try CloudAddress(parsing: "http://127.0.0.1:1")
    let model = OSRMRouteModel(asking: address)

    await #expect(
      throws: RouteError.unavailable(reason: "OSRM: nothing listens at http://127.0.0.1:1")
    ) { try await model.check() }
  }

  @Test func `More questions than the engine is given are refused at once`() async throws {
    let transport = HeldTransport()
    let model = OSRMRouteModel(transport: transport, wallClock: ManualWallClock())
    let most = OSRMRouteModel.mostInFlight
    await withTaskGroup { group in
      for _ in 0..<most { group.addTask { try? await model.check() } }
      await #expect(throws: Never.self) {
        for _ in 0..<most { try await transport.gate.waitForArrival() }
      }

      await #expect(throws: RouteError.unavailable(reason: "OSRM has \(most) questions to answer"))
      {
        try await model.check()
      }
      await transport.gate.open()
    }
  }

  @Test func `Only a model that is not available is replaced`() async throws {
    let grid = StreetGridRouteModel()
    try await withEngine([Self.answer("", status: 500), Self.answer("{}")]) { silent, _ in
      let model = FallbackRouteModel(silent, otherwise: grid)
      #expect(try await model.route(from: Self.vaduz, to: Self.schaan).model == "street-grid")
      #expect(
        try await model.approaches(from: [Self.vaduz], to: Self.schaan)[0]?.duration ?? 0 > 100)
      try await model.check()
    }
    try await withEngine([Self.answer(#"{"code":"NoRoute"}"#, status: 400)]) { lost, _ in
      await #expect(throws: RouteError.noRoad(.between)) {
        try await FallbackRouteModel(lost, otherwise: grid).route(
          from: Self.vaduz, to: Self.schaan)
      }
    }
  }
}

extension OSRMRouteModel {
  fileprivate convenience init(asking address: CloudAddress) {
    let transport = HTTPTransport(
      settings: .engine(at: address), wallClock: PromptWallClock(),
      randomBytes: SeededRandomBytes())
    self.init(transport: transport, wallClock: PromptWallClock())
  }
}

/// A clock on which nothing has to be waited for.
private struct PromptWallClock: WallClock {
  let now = Date(timeIntervalSince1970: 1_767_268_800)

  func sleep(for duration: Duration) async throws {}
}

/// Keeps each request until the gate is open.
private struct HeldTransport: RequestTransport {
  let gate = Gate()

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    await gate.pass()
    return CloudResponse(status: 200, body: Data(#"{"code":"Ok"}"#.utf8))
  }
}
