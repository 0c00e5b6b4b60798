import Core
import FoundationEssentials

@testable import CloudDomain

/// What must hold of a step from one world to another.
struct Invariants {
  let before: World
  let event: RideEvent
  let caller: RiderID?
  let next: RideTransition
  let after: World

  /// The first invariant that does not hold.
  var broken: String? {
    brokenDriver ?? brokenStart ?? brokenEnd ?? brokenOffer ?? brokenFee ?? brokenFare ?? brokenTime
      ?? brokenRound
      ?? brokenNotice
  }

  private var isSameRide: Bool { before.ride?.id == after.ride?.id }

  private var brokenDriver: String? {
    guard let driven = after.driven else { return nil }
    let hasDriver = driven.driver != nil
    switch driven.phase {
    case .searching: if hasDriver { return "a search has a driver" }
    case .assigned, .onTrip:
      if !hasDriver { return "a ride under way has no driver" }
      if after.isRiding(driven.driver) { return "a driver drives and is driven at once" }
      if after.drivers[World.index(driven.driver)].shift == nil {
        return "a driver without a shift has a ride"
      }
    case .ended: break
    }
    if after.drivers.contains(where: { $0.isSuspended && $0.shift != nil && !isOnTrip($0) }) {
      return "a suspended driver has a shift"
    }
    if isSameRide, before.driven?.driver != driven.driver, hasDriver {
      guard case .accept(let id, _) = event, before.openOffers.contains(where: { $0.id == id }),
        caller == driven.driver
      else { return "a driver has a ride without accepting its open offer" }
    }
    if isSameRide, let old = before.driven?.driver, driven.driver != old,
      before.isDriving(old), case .accept = event
    {
      return "a ride has two drivers"
    }
    return nil
  }

  /// Who starts a trip has said the code, and few guesses are heard.
  private var brokenStart: String? {
    guard case .advance(_, .start, let code) = event, isSameRide, let old = before.driven,
      let new = after.driven, old.phase == .assigned
    else { return nil }
    let isRight = code == before.ride?.code
    if new.phase == .onTrip, !isRight { return "a trip starts without its code" }
    let count = (old.plan.wrongCodes ?? 0) + 1
    if !isRight, count < 3 ? new.plan.wrongCodes != count : new.phase != .searching {
      return "a wrong code is not counted"
    }
    return nil
  }

  private func isOnTrip(_ driver: DriverRecord) -> Bool {
    after.driven?.driver == driver.rider && after.driven?.phase == .onTrip
  }

  private var brokenEnd: String? {
    for (old, new) in zip(before.rides, after.rides) {
      guard let old, let new else { continue }
      if old.id == new.id, old.driven?.phase == .ended, old != new {
        return "a ride that has ended changes"
      }
      if old.id != new.id, old.driven?.phase != .ended { return "a rider has two rides" }
      if old.id == new.id, old.price != new.price { return "a fare is not the quoted one" }
      let hasEnd = new.cancelledAt != nil || new.timetable.completed != nil
      if hasEnd != (new.driven?.phase == .ended) { return "a ride's end and its phase differ" }
      if new.cancelledAt != nil, new.timetable.completed != nil {
        return "a ride ended twice"
      }
    }
    if after.driven?.phase == .onTrip
      || after.driven?.ending == nil && after.driven?.phase == .ended
    {
      if isSameRide, before.driven?.phase == .searching { return "a ride skips its driver" }
    }
    return nil
  }

  private var brokenOffer: String? {
    let open = after.offers.compactMap { $0 }.filter { $0.state == .open }
    if open.count > 1, Set(open.map(\.slot)).count < open.count {
      return "two open offers have one slot"
    }
    for offer in open {
      if after.driven?.phase != .searching { return "an offer is open without a search" }
      if after.drivers[World.index(offer.driver)].shift == nil {
        return "an offer to a driver without a shift is open"
      }
    }
    for (index, (old, new)) in zip(before.offers, after.offers).enumerated() {
      guard isSameRide, old?.state != new?.state else { continue }
      if let old, old.state != .open { return "a closed offer changes" }
      if old == nil, let new, new.state == .open {
        let reported = before.drivers[index].shift?.reportedAt ?? .distantPast
        if World.age(reported) > 30_000 { return "a silent driver is offered a ride" }
        if before.isRiding(new.driver) { return "a driver who is driven is offered a ride" }
        if World.age(new.expiresAt) != -15_000 { return "an offer is not open for 15 s" }
      }
      if let old, new?.state == .accepted, World.age(old.expiresAt) >= 0 {
        return "an offer was accepted too late"
      }
      if let old, new?.state == .expired, World.age(old.expiresAt) < 0 {
        return "an offer expired too early"
      }
      if new?.state == .expired {
        let isOver = after.drivers[index].shift == nil
        if isOver != (before.drivers[index].missed == 1) {
          return "a shift ends with another offer than the second that is missed"
        }
      }
    }
    return nil
  }

  private var brokenFee: String? {
    guard isSameRide, let old = before.driven, let new = after.driven else { return nil }
    var fee: Int?
    if old.phase == .assigned, new.phase == .ended {
      switch new.ending {
      case .noShow: fee = 500
      case .rider:
        guard let times = before.ride?.timetable, let accepted = times.accepted else { break }
        let age = World.cameLate(times) ? times.arrived.map(World.age) ?? 0 : World.age(accepted)
        let isOnTime = times.arrived != nil || World.age(accepted) <= 150_000
        fee = age >= 120_000 && isOnTime && old.car == World.near ? 500 : nil
        if fee != nil, case .cancel(_, 0?) = event {
          return "a fee is due that nobody has agreed to"
        }
      default: break
      }
    }
    if old.phase != .ended, new.fee != fee { return "a fee is not the stated one" }
    if new.ending == .noShow, old.phase == .assigned {
      guard let arrived = before.ride?.timetable.arrived,
        World.age(arrived) >= 300_000, old.car == World.near
      else { return "a rider is absent too early, or for a driver elsewhere" }
    }
    return nil
  }

  /// The trip leads from near the pick-up to far from it.
  private var brokenFare: String? {
    guard isSameRide, let old = before.driven, let new = after.driven, new.phase == .ended,
      new.ending == nil, old.phase == .onTrip
    else { return nil }
    let seconds = Double(World.age(before.ride?.timetable.boarded ?? World.now)) / 1000
    let part = old.car == World.far ? min(1, seconds / 15) : 0
    return new.fare == (part == 1 ? nil : Int(1234 * part)) ? nil : "a fare is not the stated one"
  }

  private var brokenTime: String? {
    guard let times = after.ride?.timetable else { return nil }
    let order = [times.accepted, times.arriving, times.arrived, times.boarded]
    let happened = order.compactMap(\.self)
    if order.prefix(happened.count).contains(nil) || happened != happened.sorted() {
      return "the times of a ride are out of order"
    }
    if isSameRide, case .advance(_, .arrive, _) = event,
      before.ride?.timetable.arrived == nil, before.driven?.car != World.near
    {
      return "a driver arrives from afar"
    }
    if isSameRide, case .advance(_, .arrive, _) = event, before.ride?.timetable.arrived == nil,
      World.age(before.ride?.timetable.accepted ?? World.now) < 30_000
    {
      return "a driver arrives sooner than anybody drives"
    }
    let isElsewhere = after.drivers.contains { $0.shift?.location == World.elsewhere }
    return isElsewhere ? "a driver jumps" : nil
  }

  /// What a round must leave, and what it must not touch.
  private var brokenRound: String? {
    switch event {
    case .expire(let id, _):
      let offer = after.openOffers.first { $0.id == id }
      return offer != nil && World.age(offer?.expiresAt ?? World.now) >= 0
        ? "an expired offer is open" : nil
    case .endOverdue:
      guard let old = before.driven else { return nil }
      let reported = old.driver.flatMap { before.drivers[World.index($0)].shift?.reportedAt }
      let silence = World.age(reported ?? World.now)
      let isOverdue =
        switch old.phase {
        case .searching: World.age(old.searchedAt) >= 120_000 && before.openOffers.isEmpty
        case .assigned: silence >= 60_000
        case .onTrip: silence >= 600_000
        case .ended: false
        }
      let isEnded = after.driven?.phase != old.phase
      return isOverdue == isEnded ? nil : "a round ends what is not overdue, or leaves what is"
    default: return nil
    }
  }

  /// Exactly those are told whose ride, offer or shift has changed.
  private var brokenNotice: String? {
    var expected: Set<RideTransition.Notice> = []
    for (old, new) in zip(before.rides, after.rides)
    where old?.state != new?.state || old?.id != new?.id {
      expected.insert(old?.id == new?.id ? .followers : .rider)
      for driver in [old?.driven?.driver, new?.driven?.driver].compactMap(\.self) {
        if old?.id == new?.id { expected.insert(.driver(driver)) }
      }
    }
    for (index, driver) in World.drivers.enumerated() {
      let wasOpen = before.offers[index]?.state == .open
      let isOpen = after.offers[index]?.state == .open
      let hadShift = before.drivers[index].shift != nil
      let hasShift = after.drivers[index].shift != nil
      let isDecided = before.drivers[index].decision != after.drivers[index].decision
      if wasOpen != isOpen || hadShift != hasShift || isDecided { expected.insert(.driver(driver)) }
    }
    if !expected.isEmpty { expected.insert(.dispatch) }
    if Set(next.notices) != expected { return "others are told than those concerned" }
    return next.notices.count == expected.count ? nil : "somebody is told twice"
  }
}

extension RideRecord {
  fileprivate var state: RideState { state(at: World.now) }
}
