public import Composition
public import Console
import Core
import FeatureFlags
import FoundationEssentials
import RideUI
public import Terminal

/// The context of the commands of a signed-in rider.
public protocol SignedInContext: ScreenContext {
  /// Opens the scope of the rider who is signed in.
  ///
  /// - Throws: A `Problem` when no rider is signed in.
  @MainActor func signedInContainer() async throws -> SignedInContainer

  /// The way of rides on which links open screens; `nil` for a command.
  var rideFlow: RideFlow? { get }
}

private func rideID(
  completing rides: Completion, _ other: String = "current"
) -> Argument<String?> {
  Argument(
    "RIDE", kind: .standard.completing(rides),
    help: "The ride's id or its beginning; your \(other) ride without it.")
}

extension Command where Context: SignedInContext {
  /// Everything about rides.
  public static func ride(completing places: Completion, rides: Completion = .none) -> Command {
    Command(
      "ride", summary: "Ask for a ride, watch it, cancel it, look back.",
      examples: [CommandExample("koober ride status", "Show your current ride.")],
      subcommands: [
        rideOptions(completing: places), rideRequest(completing: places),
        rideStatus(rideID(completing: rides)), rideCancel(rideID(completing: rides)),
        rideRate(rideID(completing: rides, "last")), rideTip(rideID(completing: rides, "last")),
        rideBlock(rideID(completing: rides, "last")),
        rideUnblock(rideID(completing: rides, "last")), rideHistory,
      ])
  }
}

/// The ends of a trip on the command line.
struct TripOptions {
  let to: Option<PlaceReference>
  let from: Option<PlaceReference?>

  init(completing places: Completion) {
    to = Option(
      "to", kind: .place(completing: places), help: "Where to go: a name, an id or LAT,LON.")
    from = Option(
      "from", kind: .place(completing: places),
      help: "Where to be picked up; where you are without it.")
  }
}

private let watch = Flag("watch", help: "Keep showing it until it has ended.")
private let stars = Argument<Int>(
  "STARS", kind: .range(1...5),
  help: "1, a bad ride, which also blocks the driver, to 5, a good one.")
private let tip = Argument<TipAmount>(
  "AMOUNT", help: "In the currency of the price, for example 2 or 3.50.")
private let yes = Flag("yes", short: "y", help: "Do not ask before cancelling.")

extension Command where Context: SignedInContext {
  private static func rideOptions(completing places: Completion) -> Command {
    let trip = TripOptions(completing: places)
    return Command(
      "options", summary: "List the kinds of ride for a trip, with price and time until pick-up.",
      examples: [CommandExample("koober ride options --to 'Opera House'", "List them.")],
      parameters: [trip.to, trip.from]
    ) { values, context in
      let container = try await context.signedInContainer()
      let document = try await context.showingActivity("Looking for rides") { _ in
        let flow = try await PickMeUpFlow(
          container: container, from: values[trip.from], to: values[trip.to])
        return OptionsDocument(pickup: flow.pickup, dropoff: flow.dropoff, options: flow.options)
      }
      try context.print(document) {
        let layout = rideOptionsLayout.make(in: container.flagScope)
        try context.terminal.write(
          layout.text(for: document.options, capabilities: context.terminal.capabilities))
      }
    }
  }

  private static func rideCancel(_ rideID: Argument<String?>) -> Command {
    Command(
      "cancel", summary: "Cancel a ride, until you are in the car.",
      examples: [CommandExample("koober ride cancel --yes", "Cancel your current ride.")],
      parameters: [rideID, yes]
    ) { values, context in
      if !values[yes] { try context.requireTerminal(orPass: "--yes") }
      let container = try await context.signedInContainer()
      let found = try await context.ride(named: values[rideID], in: container)
      let flow = await RideCommandFlow(found, in: container)
      let ride = try await flow.cancel(
        on: context.console, confirm: values[yes] ? nil : context.confirmCancellation)
      guard let ride else {
        throw Problem(
          .cancelled, code: "cancelled", message: "The ride was not cancelled.", hint: "")
      }
      try context.print(ride: ride)
    }
  }

  private static func rideRate(_ rideID: Argument<String?>) -> Command {
    Command(
      "rate", summary: "Rate the driver of a completed ride, once.",
      examples: [CommandExample("koober ride rate 5", "Rate the driver of your last ride.")],
      parameters: [stars, rideID]
    ) { values, context in
      let rides = try await context.signedInContainer().makeRideRemoteAPI()
      let id = values[rideID].map { Identifier<Ride>($0) }
      let (given, ride) = try await context.showingActivity("Rating the ride") { _ in
        let ride = try await rides.latest(named: id)
        try await rides.rateRide(ride.id, stars: values[stars])
        return (values[stars], ride)
      }
      try context.print(
        ["stars": given],
        line: ride.rated(given))
    }
  }

  private static func rideTip(_ rideID: Argument<String?>) -> Command {
    Command(
      "tip", summary: "Give the driver of a completed ride a tip, once.",
      discussion: """
        The driver sees it beside the ride. Nothing is paid: tips, like fares, are numbers only.
        """,
      examples: [CommandExample("koober ride tip 2", "Tip the driver of your last ride.")],
      parameters: [tip, rideID]
    ) { values, context in
      let rides = try await context.signedInContainer().makeRideRemoteAPI()
      let id = values[rideID].map { Identifier<Ride>($0) }
      let ride = try await context.showingActivity("Sending the tip") { _ in
        try await rides.tipRide(rides.latest(named: id).id, minorUnits: values[tip].minorUnits)
      }
      let driver = ride.driver?.name ?? "the driver"
      try context.print(
        ["ride": ride], line: "You gave \(driver) a tip of \(ride.tip?.description ?? "nothing").")
    }
  }

  private static func rideBlock(_ rideID: Argument<String?>) -> Command {
    Command(
      "block", summary: "Block the driver of a ride: you never ride together again.",
      discussion: """
        It counts for every driver who has accepted the ride. None is \
        told. A ride under way goes on: cancel it if you want to leave it.
        """,
      examples: [CommandExample("koober ride block", "Block the driver of your last ride.")],
      parameters: [rideID]
    ) { values, context in
      try await context.block(driverOf: values[rideID], true) { $0.driverBlocked }
    }
  }

  private static func rideUnblock(_ rideID: Argument<String?>) -> Command {
    Command(
      "unblock", summary: "Unblock the driver of a ride.",
      examples: [CommandExample("koober ride unblock", "Unblock the driver of your last ride.")],
      parameters: [rideID]
    ) { values, context in
      try await context.block(driverOf: values[rideID], false) {
        "You and \($0.driver?.name ?? "the driver") can ride together again."
      }
    }
  }

  private static func rideStatus(_ rideID: Argument<String?>) -> Command {
    Command(
      "status", summary: "Show a ride.",
      discussion: """
        With --watch the ride is redrawn on a terminal; in a pipe there is a line for each change \
        of its state, with --json one document a line.
        """,
      examples: [
        CommandExample("koober ride status", "Show your current ride."),
        CommandExample("koober ride status --watch", "Watch your current ride."),
      ],
      parameters: [rideID, watch]
    ) { values, context in
      let container = try await context.signedInContainer()
      let ride = try await context.ride(named: values[rideID], in: container)
      guard values[watch] else { return try context.print(ride: ride) }
      try await context.follow(ride, in: container)
    }
  }
}

extension Ride {
  /// Says that the driver has got some of five stars.
  func rated(_ stars: Int) -> Styled {
    let given: Styled = "You gave \(driver?.name ?? "the driver") \(stars) of 5 stars."
    return stars == 1 && driver?.simulation != .driver ? "\(given) \(driverBlocked)" : given
  }

  /// Says what a block of the driver means.
  var driverBlocked: Styled { "You never ride with \(driver?.name ?? "this driver") again." }
}

extension RideRemoteAPI {
  /// Returns the ride that a name means; without one, the rider's last one.
  fileprivate func latest(named id: Identifier<Ride>?) async throws -> Ride {
    if id == nil, let last = try await rideHistory(limit: 1).first { return last }
    return try await ride(named: id)
  }
}

private struct BlockDocument: Encodable {
  let ride: Identifier<Ride>
  let blocked: Bool
}

private struct OptionsDocument: Encodable {
  let pickup: Waypoint
  let dropoff: Waypoint
  let options: [RideOption]
}

extension SignedInContext {
  /// Returns the ride that a name means; without one, the current ride.
  @MainActor
  fileprivate func ride(named name: String?, in container: SignedInContainer) async throws -> Ride {
    try await showingActivity("Asking for the ride") { _ in
      try await container.makeRideRemoteAPI().ride(named: name.map { Identifier($0) })
    }
  }

  /// Blocks the driver of a ride, or ends that, and says so.
  @MainActor
  fileprivate func block(
    driverOf name: String?, _ isBlocked: Bool, line: @Sendable (Ride) -> Styled
  ) async throws {
    let rides = try await signedInContainer().makeRideRemoteAPI()
    let id = name.map { Identifier<Ride>($0) }
    let ride = try await showingActivity(isBlocked ? "Blocking" : "Unblocking") { _ in
      let ride = try await rides.latest(named: id)
      try await rides.block(driverOf: ride.id, isBlocked)
      return ride
    }
    try print(BlockDocument(ride: ride.id, blocked: isBlocked), line: line(ride))
  }

  @MainActor
  fileprivate func confirmCancellation(of ride: Ride, at now: Date) async throws -> Bool {
    try terminal.writeErrorLine(RideText(ride).summary)
    return try await terminal.confirm(
      RideText(ride).cancellationQuestion(at: now), orPass: "--yes")
  }

  @MainActor
  fileprivate func follow(_ ride: Ride, in container: SignedInContainer) async throws {
    let watch = RideWatch(self, wallClock: container.services.wallClock)
    try await watch.run {
      try await RideCommandFlow(ride, in: container).follow(bear: watch.bear) { ride in
        let text = RideText(ride)
        try watch.show(
          ride, as: ["ride": ride],
          lines: text.record.lines(columns: terminal.capabilities.size.columns), line: text.summary)
      }
    }
  }
}

extension LinkDeclaration {
  /// The links to rides; the product shows in a context what the link leads to.
  public static func rides<Context: SignedInContext>() -> [LinkDeclaration]
  where Product == @MainActor @Sendable (Context) async throws -> Void {
    ride { id in
      { context in
        let rideRemoteAPI = try await context.signedInContainer().makeRideRemoteAPI()
        let ride = try await context.showingActivity("Asking for the ride") { _ in
          try await rideRemoteAPI.ride(id)
        }
        try context.print(ride: ride)
      }
    }
  }

  /// Where links to rides lead in the application.
  public static func rideScenes<Context: SignedInContext>() -> [LinkDeclaration]
  where Product == @MainActor @Sendable (Context) async throws -> Destination {
    ride { id in
      { context in
        let container = try await context.signedInContainer()
        let ride = try await container.makeRideRemoteAPI().ride(id)
        return container.makeDestination(.ride(ride), for: context.rideFlow)
      }
    }
  }

  private static func ride(
    _ product: @escaping @Sendable (Identifier<Ride>) -> Product
  ) -> [LinkDeclaration] {
    [
      LinkDeclaration("koober://ride/<id>", .text("id"), meaning: "one of your rides") {
        product(Identifier($0))
      }
    ]
  }
}

/// A tip on the command line, such as `2` or `3.50`.
private struct TipAmount: CommandLineValue {
  let argument: String
  let minorUnits: Int

  init(argument: String) throws(InvalidValueError) {
    guard let amount = Money.minorUnits(parsing: argument), (1...RideTip.most).contains(amount)
    else {
      throw InvalidValueError(
        "must be more than 0 and at most \(RideTip.most / 100), for example 2 or 3.50")
    }
    (self.argument, minorUnits) = (argument, amount)
  }

  static var valueName: String { "AMOUNT" }
}
