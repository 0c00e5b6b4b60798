import Core
import FoundationEssentials

@testable import CloudDomain

/// A wrong machine: one that sees other facts, or whose answer is changed.
struct Mistake: CustomStringConvertible, Sendable {
  let description: String
  /// The invariant that finds it.
  let broken: String
  /// How many steps the shortest history has.
  let steps: Int
  var see: @Sendable (RideEvent, inout RideSituation) -> Void = { _, _ in }
  var answer: @Sendable (RideEvent, RideSituation, inout RideTransition) -> Void = { _, _, _ in }

  func machine(
    _ event: RideEvent, _ situation: RideSituation, _ now: Date
  ) -> Result<RideTransition, RideRefusal> {
    var seen = situation
    see(event, &seen)
    return RideMachine.apply(event, to: seen, at: now).map { next in
      var next = next
      // What the machine leaves as it is, is as it was.
      if next.ride == seen.ride { next.ride = situation.ride }
      if next.driver == seen.driver { next.driver = situation.driver }
      if let ride = situation.ride, next.ride?.cancelledAt != nil {
        next.ride?.timetable = ride.timetable
      }
      if let known = situation.offer { next.offer = next.offer?.expiring(at: known.expiresAt) }
      answer(event, situation, &next)
      return next
    }
  }

  static let all = offers + drives + ends

  private static let offers = [
    Mistake(
      description: "A shift that is open goes on anywhere",
      broken: "a driver jumps", steps: 4,
      see: { event, situation in
        guard case .startShift(let location, _, _, _) = event else { return }
        situation.driver?.shift?.location = location
      }),
    Mistake(
      description: "An offer can be accepted at its expiry",
      broken: "an offer was accepted too late", steps: 6,
      see: { event, situation in
        guard case .accept = event, let offer = situation.offer else { return }
        situation.offer = offer.expiring(at: offer.expiresAt + 0.001)
      }),
    Mistake(
      description: "An offer expires a millisecond late",
      broken: "an expired offer is open", steps: 6,
      see: { event, situation in
        guard case .expire = event, let offer = situation.offer else { return }
        situation.offer = offer.expiring(at: offer.expiresAt + 0.001)
      }),
    Mistake(
      description: "A ride is offered to a driver who was heard 30.001 s ago",
      broken: "a silent driver is offered a ride", steps: 6,
      see: { event, situation in
        guard case .offer = event, let shift = situation.driver?.shift else { return }
        situation.driver?.shift?.reportedAt = shift.reportedAt + 0.001
      }),
    Mistake(
      description: "A driver who misses one offer after the other stays online",
      broken: "a shift ends with another offer than the second that is missed", steps: 12,
      answer: { event, situation, next in
        if case .expire = event { next.driver?.shift = situation.driver?.shift }
      }),
    Mistake(
      description: "A cancellation leaves the offer open",
      broken: "an offer is open without a search", steps: 4,
      answer: { event, situation, next in
        if case .cancel = event { next.withdrawn = [] }
      }),
    Mistake(
      description: "An acceptance leaves the other offer open",
      broken: "an offer is open without a search", steps: 6,
      answer: { event, _, next in if case .accept = event { next.withdrawn = [] } }),
    Mistake(
      description: "The driver is not told of the own refusal",
      broken: "others are told than those concerned", steps: 4,
      answer: { event, _, next in
        if case .decline = event, !next.notices.isEmpty { next.notices = [.dispatch] }
      }),
  ]

  private static let drives = [
    Mistake(
      description: "A driver with an own ride can accept",
      broken: "a driver drives and is driven at once", steps: 5,
      see: { event, situation in if case .accept = event { situation.isRiding = false } }),
    Mistake(
      description: "A driver can request a ride on the way to a rider",
      broken: "a driver drives and is driven at once", steps: 5,
      see: { event, situation in
        guard case .request(let ride, _) = event else { return }
        situation.known.removeAll { $0.ride.rider != ride.rider }
      }),
    Mistake(
      description: "A shift can end during a ride",
      broken: "a driver without a shift has a ride", steps: 5,
      see: { event, situation in if case .endShift = event { situation.isDriving = false } }),
    Mistake(
      description: "A driver arrives from wherever the car is",
      broken: "a driver arrives from afar", steps: 7,
      see: { event, situation in
        if case .advance = event, situation.ride?.driven?.car != nil {
          situation.ride?.driven?.car = World.near
        }
      }),
    Mistake(
      description: "A driver arrives after 29.999 s",
      broken: "a driver arrives sooner than anybody drives", steps: 7,
      see: { event, situation in
        guard case .advance = event, let ride = situation.ride else { return }
        situation.ride?.timetable.accepted = ride.timetable.accepted.map { $0 - 0.001 }
      }),
    Mistake(
      description: "A suspension leaves the shift open",
      broken: "a suspended driver has a shift", steps: 3,
      answer: { event, situation, next in
        if case .decide = event { next.driver?.shift = situation.driver?.shift }
      }),
    Mistake(
      description: "A suspended driver stays online after the trip",
      broken: "a suspended driver has a shift", steps: 11,
      answer: { event, situation, next in
        if case .advance(_, .complete, _) = event { next.driver?.shift = situation.driver?.shift }
      }),
    Mistake(
      description: "Any four digits start a trip",
      broken: "a trip starts without its code", steps: 9,
      answer: { event, _, next in
        guard case .advance(_, .start, _) = event, next.refusal != nil else { return }
        next.ride?.driven?.phase = .onTrip
        next.ride?.timetable.boarded = World.now
      }),
    Mistake(
      description: "A driver may guess four times",
      broken: "a wrong code is not counted", steps: 11,
      answer: { _, situation, next in
        guard next.refusal == .wrongCode(left: 0) else { return }
        (next.ride, next.driver, next.notices) = (situation.ride, situation.driver, [])
        next.ride?.driven?.plan.wrongCodes = 3
      }),
    Mistake(
      description: "A ride that is given back keeps its driver",
      broken: "a search has a driver", steps: 5,
      answer: { event, situation, next in
        guard case .abandon(_, .other) = event, next.ride?.driven?.phase == .searching else {
          return
        }
        next.ride?.driven?.driver = situation.caller
      }),
  ]

  private static let ends = [
    Mistake(
      description: "A cancellation is free for 120.001 s",
      broken: "a fee is not the stated one", steps: 12,
      see: { event, situation in
        guard case .cancel = event, let ride = situation.ride else { return }
        situation.ride?.timetable.accepted = ride.timetable.accepted.map { $0 + 0.001 }
      }),
    Mistake(
      description: "A driver is late a second later than the offer said",
      broken: "a fee is not the stated one", steps: 16,
      see: { event, situation in
        guard case .cancel = event, let seconds = situation.ride?.driven?.plan.approachSeconds
        else { return }
        situation.ride?.driven?.plan.approachSeconds = seconds + 1
      }),
    Mistake(
      description: "A driver who comes no nearer earns the fee",
      broken: "a fee is not the stated one", steps: 12,
      see: { event, situation in
        if case .cancel = event, situation.ride?.timetable.accepted != nil {
          situation.ride?.driven?.car = World.near
        }
      }),
    Mistake(
      description: "A trip costs the price wherever it ends",
      broken: "a fare is not the stated one", steps: 10,
      answer: { event, _, next in
        if case .advance(_, .complete, _) = event { next.ride?.driven?.fare = nil }
      }),
    Mistake(
      description: "A rider is absent after 299.999 s",
      broken: "a rider is absent too early, or for a driver elsewhere", steps: 15,
      see: { event, situation in
        guard case .abandon = event, let ride = situation.ride else { return }
        situation.ride?.timetable.arrived = ride.timetable.arrived.map { $0 - 0.001 }
      }),
    Mistake(
      description: "A completed ride can be cancelled",
      broken: "a ride that has ended changes", steps: 11,
      see: { event, situation in
        if case .cancel = event, situation.ride?.cancelledAt == nil {
          situation.ride?.driven?.phase = .searching
        }
      }),
    Mistake(
      description: "A search ends although a driver is being asked",
      broken: "an offer is open without a search", steps: 6,
      see: { event, situation in if case .endOverdue = event { situation.otherOffers = [] } }),
    Mistake(
      description: "A silent driver keeps the ride a millisecond longer",
      broken: "a round ends what is not overdue, or leaves what is", steps: 10,
      see: { event, situation in
        guard case .endOverdue = event, let shift = situation.driver?.shift else { return }
        situation.driver?.shift?.reportedAt = shift.reportedAt + 0.001
      }),
  ]
}
