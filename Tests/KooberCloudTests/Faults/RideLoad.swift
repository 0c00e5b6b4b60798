import BasicsTesting
import CloudTesting
import Core
import CoreTesting
import FoundationEssentials
import Glibc
import Synchronization

/// Riders who request and cancel rides all the time, and repeat what is not answered under the same
/// key, on whichever server they find.
final class RideLoad: Sendable {
  /// What one rider was told.
  struct Told: Sendable {
    let session: UserSession
    var rides: [String] = []
    var surprises: [String] = []
  }

  /// One element for each ride that a rider was told of.
  private let told: AsyncStream<Void>
  private let teller: AsyncStream<Void>.Continuation
  private let ports: Mutex<[UInt16]>
  private let isStopping = Mutex(false)

  init(ports: [UInt16]) {
    (told, teller) = AsyncStream.makeStream()
    self.ports = Mutex(ports)
  }

  /// A server has another port now.
  func replace(_ index: Int, with port: UInt16) { ports.withLock { $0[index] = port } }

  /// Returns when riders have been told of so many more rides, or when the load has failed.
  func waitForRides(_ count: Int) async throws {
    for _ in 0..<count {
      _ = try await told.next("a ride", rounds: WaitBound.roundsForPrograms)
    }
  }

  func stop() { isStopping.withLock { $0 = true } }

  /// Lets a rider ride on a thread of its own until ``stop()`` or until something happens that must
  /// not; returns what the rider was told.
  func ride(_ session: UserSession) async -> Told {
    await withCheckedContinuation { continuation in
      TestThread.start { [self] in
        var told = Told(session: session)
        while !isStopping.withLock({ $0 }), told.surprises.isEmpty { ride(&told) }
        // A load that has failed has nothing more to wait for.
        if !told.surprises.isEmpty { teller.finish() }
        continuation.resume(returning: told)
      }
    }
  }

  private func ride(_ told: inout Told) {
    let key = SystemRandomBytes().makeIdentifier()
    let quoted = untilAnswered(&told) { [session = told.session] in try Self.options(session) }
    let options = try? JSONCoding.decode(RideOptionList.self, from: Data((quoted ?? "").utf8))
    let request = RideRequest(
      pickup: Waypoint(.operaHouse), dropoff: Waypoint(.appleStore), option: .wallabee,
      quote: options?.options.first?.quote.id)
    let answer = untilAnswered(&told) { [session = told.session] in
      try Self.post("/rides", request, session: session, key: key)
    }
    guard let ride = try? JSONCoding.decode(Ride.self, from: Data((answer ?? "").utf8)) else {
      told.surprises.append("no ride: \(answer ?? "no answer")")
      return
    }
    told.rides.append(ride.id.rawValue)
    teller.yield()
    _ = untilAnswered(&told) { [session = told.session] in
      try Self.post("/rides/\(ride.id)/cancellation", Empty(), session: session, key: nil)
    }
  }

  /// Sends a request again and again until a server has done it; some are cut off before they are
  /// answered.
  private func untilAnswered(_ told: inout Told, request: () throws -> String) -> String? {
    for attempt in 0..<2000 {
      let port = ports.withLock { $0[attempt % $0.count] }
      guard let connection = try? RawConnection(port: port), let text = try? request() else {
        usleep(5000)
        continue
      }
      connection.send(text)
      if Int.random(in: 0..<8) == 0 { continue }
      guard let answer = connection.answer() else { continue }
      if (200..<300).contains(answer.status) { return answer.body }
      guard answer.status == 503 else {
        told.surprises.append("\(answer.status) \(answer.body)")
        return nil
      }
      usleep(5000)
    }
    return nil
  }

  private static func options(_ session: UserSession) throws -> String {
    let (pickup, dropoff) = (Location.operaHouse, Location.appleStore)
    let query =
      "pickupLatitude=\(pickup.latitude)&pickupLongitude=\(pickup.longitude)"
      + "&dropoffLatitude=\(dropoff.latitude)&dropoffLongitude=\(dropoff.longitude)"
    return """
      GET /ride-options?\(query) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r
      Authorization: Bearer \(session.remoteSession.token.revealed)\r\n\r\n
      """
  }

  private static func post(
    _ path: String, _ body: some Encodable, session: UserSession, key: String?
  ) throws -> String {
    let json = String(decoding: try JSONCoding.encode(body), as: UTF8.self)
    let keyLine = key.map { "Idempotency-Key: \($0)\r\n" } ?? ""
    return """
      POST \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r
      Authorization: Bearer \(session.remoteSession.token.revealed)\r
      \(keyLine)Content-Length: \(json.utf8.count)\r\n\r\n\(json)
      """
  }
}
