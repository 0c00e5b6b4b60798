import Console
import Core
import RideUI
import Terminal

private let offer = Argument<String?>("OFFER", help: "The offer's id; the open one without it.")
private let reason = Option<RideAbandonment.Reason>(
  "reason", kind: .reason, help: "Why you give the ride back.")
private let stars = Argument<Int>(
  "STARS", kind: .range(1...5), help: "How good the rider was; 1 also blocks the rider.")
private let ride = Argument<String?>(
  "RIDE", help: "The ride's id or its beginning; the newest one without stars without it.")
private let drivenRide = Argument<String>("RIDE", help: "The ride's id or its beginning.")
private let code = Argument<String>("CODE", help: "The four digits that the rider tells you.")
private let limit = Option(
  "limit", kind: .range(1...PageRequest.largestLimit), default: latest,
  help: "The most rides to list.")

/// How many rides are looked at when none is named.
private let latest = 20

extension Command where Context: DrivingContext {
  static var accept: Command {
    Command(
      "accept", summary: "Accept an offer.",
      examples: [CommandExample("koober drive accept", "Accept the open offer.")],
      parameters: [offer]
    ) { values, context in
      try await context.change("Accepting the ride") {
        try await $0.accept($0.offer(named: values[offer]))
      }
    }
  }

  static var decline: Command {
    Command(
      "decline", summary: "Decline an offer.",
      examples: [CommandExample("koober drive decline", "Decline the open offer.")],
      parameters: [offer]
    ) { values, context in
      try await context.change("Declining the ride") {
        try await $0.decline($0.offer(named: values[offer]))
      }
    }
  }

  static var arrive: Command {
    step(
      .arrive,
      summary: "Say that you are at the pick-up, or within \(RideAdvance.arrivalMeters) m of it.",
      discussion:
        "It is refused as long as nobody could have driven there, and a way off if you have come no nearer.",
      example: "Arrive at the pick-up.")
  }

  static var start: Command {
    Command(
      RideAdvance.Step.start.rawValue,
      summary: "Say that the rider is in your car, with the code that the rider tells you.",
      discussion: """
        Say it before you drive off: it is refused far from the pick-up. After \
        \(RideAdvance.mostWrongCodes) wrong codes the ride is offered to others.
        """,
      examples: [CommandExample("koober drive start 4711", "Start the trip.")],
      parameters: [code]
    ) { values, context in
      try await context.change("Telling the cloud") {
        try await $0.advance($0.rideUnderway(), .start, code: values[code])
      }
    }
  }

  static var complete: Command {
    step(
      .complete, summary: "Say that the rider is at the drop-off.",
      discussion: """
        Report your position with 'koober drive at' before. The fare is the price when at least half of the \
        route was driven and at most \(RideAdvance.arrivalMeters) m or a quarter of it are left, whichever is \
        less; elsewhere, or much sooner than planned, it is a part.
        """, example: "Complete the trip.")
  }

  private static func step(
    _ step: RideAdvance.Step, summary: String, discussion: String = "", example: String
  ) -> Command {
    Command(
      step.rawValue, summary: summary, discussion: discussion,
      examples: [CommandExample("koober drive \(step.rawValue)", example)]
    ) { _, context in
      try await context.change("Telling the cloud") {
        try await $0.advance($0.rideUnderway(), step)
      }
    }
  }

  static var cancel: Command {
    Command(
      "cancel", summary: "Give your ride back before its start; it is offered to others.",
      discussion:
        "With 'no-show', after \(RideAbandonment.noShowMinutes) minutes at the pick-up, the ride ends.",
      examples: [
        CommandExample("koober drive cancel --reason car-trouble", "Give your ride back.")
      ],
      parameters: [reason]
    ) { values, context in
      try await context.change("Giving the ride back") {
        try await $0.abandon($0.rideUnderway(), because: values[reason])
      }
    }
  }

  static var rate: Command {
    Command(
      "rate", summary: "Rate the rider of a completed ride, once.",
      examples: [CommandExample("koober drive rate 5", "Rate your last rider.")],
      parameters: [stars, ride]
    ) { values, context in
      let remoteAPI = try await context.drivingContainer().drivingRemoteAPI
      let rated = try await context.showingActivity("Rating the rider") { _ in
        let rated = try await remoteAPI.rideToRate(named: values[ride])
        try await remoteAPI.rate(rated.ride.id, stars: values[stars])
        return rated
      }
      let text = values[stars] == 1 ? "1 star" : "\(values[stars]) stars"
      try context.print(
        RatingDocument(ride: rated.ride.id, stars: values[stars]),
        line: "\(rated.rider) has got \(text) for the ride \(rated.ride.id.rawValue.prefix(8)).")
    }
  }

  static var block: Command {
    Command(
      "block", summary: "Block the rider of a ride: you never ride together again.",
      discussion: """
        The rider is not told. A ride under way goes on: cancel it if you want to leave it. A ride that \
        you have given back needs its whole id.
        """,
      examples: [CommandExample("koober drive block 3c38", "Block the rider of this ride.")],
      parameters: [drivenRide]
    ) { values, context in
      try await context.block(riderOf: values[drivenRide], true) {
        "You never ride with \($0 ?? "this rider") again."
      }
    }
  }

  static var unblock: Command {
    Command(
      "unblock", summary: "Unblock the rider of a ride.",
      examples: [CommandExample("koober drive unblock 3c38", "Unblock the rider of this ride.")],
      parameters: [drivenRide]
    ) { values, context in
      try await context.block(riderOf: values[drivenRide], false) {
        "You and \($0 ?? "this rider") can ride together again."
      }
    }
  }

  static var history: Command {
    Command(
      "history", summary: "List the rides that you have driven, newest first.",
      examples: [CommandExample("koober drive history --limit 5", "List the last five.")],
      parameters: [limit]
    ) { values, context in
      let remoteAPI = try await context.drivingContainer().drivingRemoteAPI
      let rides = try await context.showingActivity("Asking for your rides") { _ in
        try await remoteAPI.drivenRides(limit: values[limit])
      }
      try context.print(
        ["rides": rides],
        table: table(of: rides, named: context.console.names(of: rides.map(\.ride.id))),
        ifEmpty: "You have driven no rides yet.")
    }
  }

  private static func table(of driven: [DrivenRide], named names: [String]) -> Table {
    Table(
      rides: driven.map(\.ride), named: names,
      [
        .requested,
        .other(
          Table.Column("Rider", priority: 3, minimumWidth: 6),
          driven.map { Styled($0.riderName) }),
        .dropoff(priority: 2), .state(priority: 0), .fare("Fare", priority: 4),
        .other(
          Table.Column("Tip", alignment: .trailing),
          driven.map { Styled($0.ride.tip?.description ?? "") }),
        .other(
          Table.Column("Stars", alignment: .trailing),
          driven.map { Styled($0.stars.map(String.init) ?? "") }),
      ])
  }
}

extension DrivingContext {
  /// Blocks the rider of a ride, or ends that, and says so.
  @MainActor
  fileprivate func block(
    riderOf name: String, _ isBlocked: Bool, line: @Sendable (String?) -> Styled
  ) async throws {
    let remoteAPI = try await drivingContainer().drivingRemoteAPI
    let (id, rider) = try await showingActivity(isBlocked ? "Blocking" : "Unblocking") { _ in
      // A ride that was given back is not among the driven ones; the cloud knows it.
      let driven = try await remoteAPI.drivenRide(beginningWith: name)
      let id = driven?.ride.id ?? Identifier(name)
      try await remoteAPI.block(riderOf: id, isBlocked)
      return (id, driven?.rider)
    }
    try print(BlockDocument(ride: id, blocked: isBlocked), line: line(rider))
  }
}

private struct BlockDocument: Encodable {
  let ride: Identifier<Ride>
  let blocked: Bool
}

private struct RatingDocument: Encodable {
  let ride: Identifier<Ride>
  let stars: Int
}

extension DrivingRemoteAPI {
  /// Returns the offer that a name means; without one, the open offer.
  fileprivate func offer(named name: String?) async throws -> Identifier<RideOffer> {
    if let name { return Identifier(name) }
    guard let offer = try await driver().offer else {
      throw Problem(
        .noInput, code: "noOffer", message: "No ride is offered to you.",
        hint: "See 'koober drive status'; an offer is open for \(RideOffer.duration) seconds.")
    }
    return offer.id
  }

  fileprivate func rideUnderway() async throws -> Identifier<Ride> {
    guard let ride = try await driver().ride else {
      throw Problem(
        .noInput, code: "noRide", message: "You have accepted no ride.",
        hint: "See 'koober drive status'.")
    }
    return ride.ride.id
  }

  /// Returns the driven ride whose identifier begins so; `nil` without one.
  ///
  /// - Throws: A `Problem` when there are several.
  fileprivate func drivenRide(beginningWith name: String) async throws -> DrivenRide? {
    let rides = try await drivenRides(limit: PageRequest.largestLimit)
    return try rides.only(beginningWith: name, \.ride.id, of: "of your driven rides")
  }

  /// Returns the driven ride that a name means; without one, the newest that can be rated.
  fileprivate func rideToRate(named name: String?) async throws -> DrivenRide {
    guard let name else {
      let rides = try await drivenRides(limit: latest)
      let ride = rides.first {
        $0.ride.state == .completed && $0.stars == nil && !$0.rider.isEmpty
      }
      guard let ride else {
        throw Problem(
          .noInput, code: "nothingToRate",
          message: "No completed ride waits for your stars.",
          hint: "See 'koober drive history'.")
      }
      return ride
    }
    guard let ride = try await drivenRide(beginningWith: name) else {
      throw Problem(
        .noInput, code: "noSuchRide", message: "None of your driven rides begins with '\(name)'.",
        hint: "See 'koober drive history'.")
    }
    return ride
  }
}

extension RideAbandonment.Reason {
  /// The word on the command line, such as "no-show".
  fileprivate var word: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
  }
}

extension ValueKind<RideAbandonment.Reason> {
  fileprivate static var reason: ValueKind {
    let words = RideAbandonment.Reason.allCases.map(\.word)
    return ValueKind(valueName: "REASON", allowedValues: words) {
      argument throws(InvalidValueError) in
      guard let reason = RideAbandonment.Reason.allCases.first(where: { $0.word == argument })
      else { throw InvalidValueError("must be one of \(words.joined(separator: ", "))") }
      return reason
    }
  }
}
