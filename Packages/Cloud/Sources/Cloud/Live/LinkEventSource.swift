import CloudDomain
import CloudStore
import Core
import FoundationEssentials

/// The stream of a link to a ride: each state, and where the car is. The id of an event is the state
/// that the ride has come to, as a state comes once.
struct LinkEventSource: EventSource {
  /// The most streams of one ride, and those of them that one network may have.
  private static let mostStreams = (ride: 1000, network: 100)

  private let tokenHash: [UInt8]
  /// The network of the reader; `nil` for one in this process.
  private let network: IPNetwork?
  private var linked: LinkedRideRecord
  private(set) var sequence = 0
  private(set) var hasEnded = false
  /// The state that was told last.
  private var told: RideState?

  /// - Parameters:
  ///   - linked: The ride that the link leads to.
  ///   - address: That of the reader.
  init(
    _ linked: LinkedRideRecord, tokenHash: [UInt8], address: String? = nil, lastEventID: String?
  ) {
    self.linked = linked
    network = address.flatMap { IPAddress($0)?.network }
    self.tokenHash = tokenHash
    told = lastEventID.flatMap { RideState(rawValue: $0) }
  }

  var rider: RiderID { linked.ride.rider }
  var keys: Set<String> { [linked.ride.id.rawValue] }
  var isMoving: Bool { true }
  var quotas: [(key: String, count: Int)] {
    let ride = linked.ride.id.rawValue
    return [(ride, Self.mostStreams.ride)]
      + (network.map { [("\(ride) \($0)", Self.mostStreams.network)] } ?? [])
  }

  mutating func next(
    at now: Date, isChanged: Bool, from store: SQLStore
  ) throws -> [ServerSentEvent] {
    if isChanged || linked.ride.driven?.driver != nil {
      sequence = try store.eventPosition(of: rider).sequence
      guard let newest = try store.linkedRide(tokenHash: tokenHash) else {
        hasEnded = true
        return []
      }
      linked = newest
    }
    guard !linked.hasEnded(at: now) else {
      hasEnded = true
      return []
    }
    let ride = linked.ride
    let state = ride.state(at: now)
    let states = ride.states(after: told, to: now)
    guard !states.isEmpty else {
      return state.isEnded ? [] : [try ServerSentEvent("ride", linked.document(at: now))]
    }
    told = state
    return try states.map { state, time in
      try ServerSentEvent("ride", linked.document(at: time), id: state.rawValue)
    }
  }
}

extension RideRecord {
  /// The states after another one up to a time, each with its first moment; the present after none.
  fileprivate func states(after told: RideState?, to now: Date) -> [(RideState, Date)] {
    let times = transitions(from: timetable.requested, to: now) + [cancelledAt].compactMap { $0 }
    let all = ([timetable.requested] + times).map { (state(at: $0), $0) }
    // What a driver has given back is in none of its earlier states.
    guard let told, let last = all.lastIndex(where: { $0.0 == told }) else {
      return [(state(at: now), now)]
    }
    return Array(all[(last + 1)...])
  }
}
