import Basics
public import CloudDomain
public import Core
import FoundationEssentials
import Synchronization

/// Routes along the roads of an OSRM server, which other programs run, too.
///
/// Nothing that the server says is believed before it is checked. At most 64 questions are asked at
/// once, each with an answer or an error when the transport's time is over; the last thousand ways
/// are kept for five minutes, or until the server fails.
///
/// Source of the questions and answers: OSRM, "HTTP API", version 1.
public final class OSRMRouteModel: RouteModel {
  /// The name of the model, which its rides have.
  public static let name = "osrm"
  /// How many questions wait for answers, at most; a further one is refused.
  static let mostInFlight = 64
  /// How many ways are kept; each has at most 500 corners.
  static let mostKnown = 1000
  /// How far a road may be from an end of a trip, in meters.
  static let reach = 500.0
  /// The most points of an answer that are looked at.
  static let mostPoints = 100_000
  /// How long a way is kept, in seconds.
  private static let lifetime = 300.0

  private struct Key: Hashable { let start, end: Location }

  private struct State {
    var inFlight = 0
    var use = RouteModelUse()
    var known = ExpiringCache<Key, Route>(capacity: mostKnown, lifetime: lifetime)
  }

  private let transport: any CloudTransport
  private let wallClock: any WallClock
  private let state = Mutex(State())

  /// Creates a model that asks a server.
  ///
  /// - Parameters:
  ///   - transport: The way to the server, which bounds the time and the size of an answer.
  ///   - wallClock: Decides how long a way is kept.
  public init(transport: any CloudTransport, wallClock: any WallClock) {
    (self.transport, self.wallClock) = (transport, wallClock)
  }

  public var use: RouteModelUse? { state.withLock { $0.use } }

  public func check() async throws(RouteError) {
    let answer = try await ask("nearest", [Location(nearestTo: 0, 0)], ["number": "1"])
    // Where there is no road near, the server answers as well.
    guard ["Ok", "NoSegment"].contains(answer.code) else { throw failed(lie(code: answer.code)) }
  }

  public func route(from start: Location, to end: Location) async throws(RouteError) -> Route {
    let key = Key(start: start, end: end)
    let asked = wallClock.steadyNow
    let known = state.withLock { state in
      let known = state.known.value(for: key, at: asked)
      if known != nil { state.use.known += 1 }
      return known
    }
    if let known { return known }
    let answer = try await ask(
      "route", [start, end],
      ["overview": "full", "geometries": "polyline6", "radiuses": "\(Self.reach);\(Self.reach)"])
    let found = try found(answer, noWay: "NoRoute")
    guard let way = found.routes?.first, found.waypoints?.count == 2,
      let corners = Polyline.decode(
        Array(way.geometry.utf8)[...], digits: 6, atMost: Self.mostPoints), corners.count >= 2,
      Self.meters.contains(way.distance), Self.seconds.contains(way.duration),
      Self.isPlausible(way, along: corners), corners[0].distance(to: start) < Self.reach * 1.01,
      corners[corners.count - 1].distance(to: end) < Self.reach * 1.01
    else { throw failed(lie("a way that cannot be")) }
    let route = Route(
      corners: PathSimplification.simplify(corners), distance: way.distance,
      duration: way.duration, model: Self.name)
    let now = wallClock.steadyNow
    state.withLock { $0.known.insert(route, for: key, at: now) }
    return route
  }

  public func approaches(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Approach?] {
    guard !cars.isEmpty else { return [] }
    // With radiuses one car without a road would leave all without an answer.
    let answer = try await ask(
      "table", cars + [point],
      [
        "sources": cars.indices.map { "\($0)" }.joined(separator: ";"),
        "destinations": "\(cars.count)", "annotations": "duration",
      ])
    let found = try found(answer, noWay: "NoTable")
    guard let rows = found.durations, let sources = found.sources,
      let destination = found.destinations?.first, rows.count == cars.count,
      sources.count == cars.count, rows.allSatisfy({ $0.count == 1 }),
      rows.allSatisfy({ $0[0].map(Self.seconds.contains) ?? true })
    else { throw failed(lie("a table that cannot be")) }
    guard destination.distance < Self.reach else { throw .noRoad(.end) }
    return zip(rows, sources).map { row, source in
      source.distance < Self.reach ? row[0].map { Approach(duration: $0) } : nil
    }
  }

  public func streets(in address: MapTileAddress) async throws(RouteError) -> [MapTile.Street] {
    let response = try await send(
      CloudRequest(
        method: .get,
        path: ["tile", "v1", "driving", "tile(\(address.x),\(address.y),\(address.zoom)).mvt"]),
      beside: Self.mostInFlight / 2)
    // A map that cannot be says nothing against the ways that are known.
    guard response.status == 200 else { throw lie("with status \(response.status)") }
    guard let tile = OSRMTile(response.body, at: address)
    else { throw lie("a square of the map that cannot be") }
    return tile.streets
  }

  // MARK: - Questions

  // Twelve days and an eighth of the globe: more than a trip of 500 km can need, and far below the
  // numbers that the store refuses to read.
  private static let meters = 0...5_000_000.0
  private static let seconds = 0...1_000_000.0

  /// Whether a way is about as long as its corners say, and takes a time in which a car drives it: no
  /// faster than 360 km/h, and no slower than one that walks, after an hour of waiting.
  private static func isPlausible(_ way: OSRMAnswer.Way, along corners: [Location]) -> Bool {
    let length = Route(corners: corners, model: name).distance
    return (length / 1.5 - 100...length * 1.5 + 100).contains(way.distance)
      && (length / 100 - 1...length + 3600).contains(way.duration)
  }

  private func ask(
    _ service: String, _ points: [Location], _ options: [String: String]
  ) async throws(RouteError) -> OSRMAnswer {
    let places = points.map { "\($0.longitude),\($0.latitude)" }.joined(separator: ";")
    var query = options
    query["generate_hints"] = "false"
    let response = try await send(
      CloudRequest(method: .get, path: [service, "v1", "driving", places], query: query))
    guard response.status == 200 || response.status == 400
    else { throw failed(lie("with status \(response.status)")) }
    guard let answer = try? JSON.decode(OSRMAnswer.self, from: response.body)
    else { throw failed(lie("nothing that OSRM answers")) }
    return answer
  }

  /// - Parameter others: How many questions may be under way before; maps leave half of the places to
  ///   rides.
  private func send(
    _ request: CloudRequest, beside others: Int = mostInFlight
  ) async throws(RouteError) -> CloudResponse {
    let isFull = state.withLock { state in
      state.use.questions += 1
      guard state.inFlight < others else { return true }
      state.inFlight += 1
      return false
    }
    if isFull { throw .unavailable(reason: "OSRM has \(others) questions to answer") }
    defer { state.withLock { $0.inFlight -= 1 } }
    do throws(CloudTransportError) {
      return try await transport.send(request)
    } catch {
      throw failed(.unavailable(reason: "OSRM: \(error.reason)"))
    }
  }

  /// Returns an answer that has what was asked for.
  private func found(_ answer: OSRMAnswer, noWay: String) throws(RouteError) -> OSRMAnswer {
    switch answer.code {
    case "Ok": return answer
    case noWay: throw .noRoad(.between)
    case "NoSegment":
      throw .noRoad(answer.message?.hasSuffix("coordinate 1") == true ? .end : .start)
    default: throw failed(lie(code: answer.code))
    }
  }

  private func lie(_ text: String) -> RouteError { .unavailable(reason: "OSRM answered \(text)") }

  private func lie(code: String) -> RouteError {
    let isName = code.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    return lie(isName && code.utf8.count <= 30 ? code : "an unknown code")
  }

  /// Counts a failure; a server that comes back may have other roads.
  private func failed(_ error: RouteError) -> RouteError {
    state.withLock { state in
      state.use.failures += 1
      state.known.removeAll()
    }
    return error
  }
}

extension CloudTransportError {
  fileprivate var reason: String {
    switch self {
    case .unreachable(let reason), .unanswered(let reason), .unintelligible(let reason): reason
    case .storage(let error): error.reason
    }
  }
}

/// The parts of OSRM's answers that are used.
private struct OSRMAnswer: Decodable {
  struct Way: Decodable {
    let geometry: String
    let distance, duration: Double
  }

  struct Waypoint: Decodable {
    /// How far the road is from the point, in meters.
    let distance: Double
  }

  let code: String
  let message: String?
  let routes: [Way]?
  let waypoints, sources, destinations: [Waypoint]?
  let durations: [[Double?]]?
}
