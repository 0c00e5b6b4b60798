public import Console
public import Core
public import FoundationEssentials
public import Terminal

/// A ride in words; every command and screen that shows one takes them from here.
public struct RideText {
  private let ride: Ride
  private let age: Int

  /// - Parameters:
  ///   - ride: The ride.
  ///   - age: The seconds since the state was known, by which less time is left.
  public init(_ ride: Ride, age: Int = 0) { (self.ride, self.age) = (ride, age) }

  /// The state of the ride, as a sentence.
  public var headline: Styled {
    let driver = ride.driver?.name ?? "Your driver"
    return switch ride.state {
    case .requested: Styled("Looking for a driver", .accent)
    case .accepted: Styled("\(driver) is on the way", .accent)
    case .arriving: Styled("\(driver) is almost there", .accent)
    case .arrived: Styled("\(driver) is waiting for you", .success)
    case .onTrip: Styled("You are on your way", .success)
    case .completed: Styled("You have arrived", .success)
    case .cancelled:
      switch ride.cancellation?.reason {
      case .noDriver: Styled("No driver was found", .warning)
      case .noShow: Styled("The driver left without you", .warning)
      case .rider, nil: Styled("The ride was cancelled", .warning)
      }
    }
  }

  /// The state of a ride of another rider, as a sentence.
  public func headline(of rider: String) -> Styled {
    switch ride.state {
    case .arrived: Styled("\(ride.driver?.name ?? "The driver") is waiting for \(rider)", .success)
    case .onTrip: Styled("\(rider) is on the way", .success)
    case .completed: Styled("\(rider) has arrived", .success)
    case .requested, .accepted, .arriving, .cancelled: headline
    }
  }

  /// The question before the ride is cancelled, with what that costs.
  public func cancellationQuestion(at now: Date) -> String {
    guard let fee = ride.cancellationFee else { return "Cancel this ride?" }
    if let due = ride.feeOfCancellation(at: now) { return "Cancel this ride for \(due)?" }
    return switch fee.waiver {
    case .driverIsLate: "Cancel this ride? It costs nothing, as the driver is late."
    case .driverIsNoNearer: "Cancel this ride? It costs nothing while the driver comes no closer."
    case nil: "Cancel this ride? From \(Formatters.time(fee.from)) on it costs \(fee.amount)."
    }
  }

  /// The amount due, or else the price of the ride.
  public var fare: Styled { Styled((ride.amountDue ?? ride.price).description) }

  /// The kind of ride that was requested.
  public var option: Styled { Styled(ride.option.name) }

  /// The state's name in the state's color.
  public var state: Styled {
    switch ride.state {
    case .requested, .accepted, .arriving: Styled(ride.state.name, .accent)
    case .arrived, .onTrip, .completed: Styled(ride.state.name, .success)
    case .cancelled:
      switch ride.cancellation?.reason {
      case .noDriver: Styled("no driver", .warning)
      case .noShow: Styled("missed", .warning)
      case .rider, nil: Styled(ride.state.name, .warning)
      }
    }
  }

  /// The ride in one line.
  public var summary: Styled {
    "\(ride.id) \(state): \(ride.option.name) to \(ride.dropoff)\(timeLeft)\(codeAtEnd)"
  }

  /// The state, the driver and the minutes left, in a few words.
  public var brief: String {
    guard let seconds = remainingTimes.first?.seconds else { return headline.text }
    let left = Formatters.duration(seconds: seconds)
    return switch ride.state {
    case .requested, .accepted, .arriving: "\(headline.text): \(left)"
    case .onTrip: "On your way with \(ride.driver?.name ?? "your driver"): \(left)"
    case .arrived, .completed, .cancelled: headline.text
    }
  }

  private var codeAtEnd: String { ride.code.map { ", code \($0)" } ?? "" }

  private var timeLeft: String {
    times(style: .plain).first.map { ", \($0.label.lowercased()) \($0.value.text)" } ?? ""
  }
}

// MARK: - Lists

extension RideText {
  /// The whole record, as a command prints it.
  public var record: KeyValueList {
    KeyValueList(
      [
        ("Ride", Styled(ride.id.rawValue)), ("State", state), ("Option", option),
        price(""),
      ] + code + rule + given + ends + trip + date + car + driver
        + times(style: .plain))
  }

  /// The facts for a waiting rider, the most urgent first, or the receipt; the headline says the state.
  public var overview: KeyValueList {
    let price = [price(" (\(ride.option.name))")]
    let facts =
      ride.state.isEnded
      ? price + rule + given + trip + date + driver + car
      : times(style: .bold) + code + driver + car + price
    return KeyValueList(facts + namedEnds)
  }

  /// The overview in a picture: the times have bars beside them where there is room.
  public func lines(columns: Int, at now: Date, isUnicode: Bool) -> [Styled] {
    let width = min(20, columns - 21)
    guard width >= 8, !ride.state.isEnded else { return overview.lines(columns: columns) }
    let entries = overview.entries.enumerated().map { index, entry in
      guard remainingTimes.indices.contains(index) else { return entry }
      let progress = progress(until: remainingTimes[index].seconds, at: now)
      let bar = Styled.bar(progress, columns: width, isUnicode: isUnicode)
      let gap = String(repeating: " ", count: max(1, 8 - entry.value.displayWidth))
      return (entry.label, "\(entry.value)\(gap)\(bar)")
    }
    return KeyValueList(entries).lines(columns: columns)
  }

  /// The part of the time from the request until then that has passed.
  private func progress(until seconds: Int, at now: Date) -> Double {
    let passed = max(0, now.timeIntervalSince(ride.requestedAt))
    return passed / max(1, passed + Double(seconds))
  }

  private var remainingTimes: [(label: String, seconds: Int)] {
    [(Self.timeUntilPickup, ride.secondsUntilPickup), ("Drop-off in", ride.secondsUntilDropoff)]
      .compactMap { label, seconds in seconds.map { (label, max(1, $0 - age)) } }
  }

  /// The title of the window: the minutes that are left, or the state.
  public var windowTitle: String {
    guard let seconds = remainingTimes.first?.seconds else { return "Koober: \(headline.text)" }
    return "Koober: \(Formatters.duration(seconds: seconds))"
  }

  /// The overview in few lines, for a place with little room.
  public var briefOverview: [Styled] {
    let times = times(style: .bold).map { label, value in "\(label) \(value)" as Styled }
    let car = [ride.driver?.name, ride.car?.model, ride.car?.plate].compactMap { $0 }
    let price = price(" (\(ride.option.name))").value
    let receipt =
      ride.state.isEnded
      ? rule.map(\.value) + given.map { "\($0.label) \($0.value)" } + (trip + date).map(\.value)
      : []
    let code = ride.code.map { ["Code \($0, .bold)" as Styled] } ?? []
    return [times.dropFirst().reduce(times.first) { line, time in line.map { "\($0), \(time)" } }]
      .compactMap { $0 } + code
      + (car.isEmpty ? [] : [Styled(car.joined(separator: ", "))]) + [price] + receipt
      + [Styled(namedEnds.map(\.value.text).joined(separator: " to "))]
  }

  /// Entries of a list.
  public typealias Entries = [(label: String, value: Styled)]

  /// The label of the time until the pick-up.
  public static var timeUntilPickup: String { "Pick-up in" }

  /// The two ends of a trip, the second one where it is known.
  public static func ends(_ pickup: String, _ dropoff: String?) -> Entries {
    [("From", Styled(pickup))] + (dropoff.map { [("To", Styled($0))] } ?? [])
  }

  /// The length of a trip, and its duration where it is known.
  public static func trip(meters: Int, seconds: Int?) -> Entries.Element {
    let duration = seconds.map { ", \(Formatters.duration(seconds: $0))" } ?? ""
    return ("Trip", Styled(Formatters.distance(meters: meters) + duration))
  }

  private func price(_ option: String) -> Entries.Element {
    guard let due = ride.amountDue else { return ("Price", "\(ride.price)\(option)") }
    return ("Fare", "\(due.minorUnits == 0 ? "nothing to pay" : due.description)\(option)")
  }

  /// Why the fare is not the price, for either side.
  public var shorterTrip: Entries {
    guard ride.state == .completed, ride.fare != nil else { return [] }
    return [("Shorter", "The trip ended early, elsewhere or too soon: the price was \(ride.price)")]
  }

  /// Why the rider owes something else than the price or nothing.
  private var rule: Entries {
    guard ride.cancellation?.fee != nil else { return shorterTrip }
    let reason =
      ride.cancellation?.reason == .noShow
      ? "The driver waited \(RideAbandonment.noShowMinutes) minutes for you"
      : "Cancelled \(CancellationFee.freeMinutes) minutes or more after the driver accepted"
    return [("Fee", Styled(reason))]
  }

  /// What the rider has given after the ride.
  private var given: Entries {
    (ride.tip.map { [("Tip", Styled($0.description))] } ?? [])
      + (ride.stars.map { [("Stars", "\($0) of 5")] } ?? [])
  }

  /// What only the rider may know.
  private var code: Entries {
    ride.code.map { [("Code", "\($0, .bold) (tell the driver)")] } ?? []
  }

  private var trip: Entries {
    [Self.trip(meters: ride.distanceMeters, seconds: ride.durationSeconds)]
  }

  private var date: Entries { [("Requested", Styled(Formatters.time(ride.requestedAt)))] }

  private var ends: Entries {
    Self.ends(ride.pickup.description, ride.dropoff.description)
  }

  /// The ends for a rider, who reads no coordinates.
  private var namedEnds: Entries {
    Self.ends(
      ride.pickup.name ?? "Your pick-up point", ride.dropoff.name ?? "Your drop-off point")
  }

  private var car: Entries { ride.car.map { [("Car", "\($0.model), \($0.plate)")] } ?? [] }
  private var driver: Entries {
    guard let driver = ride.driver else { return [] }
    return [("Driver", Styled(driver.name))]
      + (driver.simulation == .position ? [("Position", "simulated by an autopilot")] : [])
  }

  private func times(style: Style) -> Entries {
    remainingTimes.map { ($0.label, Styled(Formatters.duration(seconds: $0.seconds), style)) }
  }
}

// MARK: - Documents

extension ConsoleContext {
  public func print(ride: Ride) throws {
    try print(["ride": ride]) { try terminal.write(RideText(ride).record) }
  }
}

extension RideOption {
  /// The time until the pick-up, for example "3 min"; `nil` while no driver is free.
  public var timeUntilPickup: String? { secondsUntilPickup.map(Formatters.duration(seconds:)) }
}

extension [KeyAction] {
  /// The keys that give the other side of a ride 1 to 5 stars, of which one star may also block it.
  public static func stars(
    blocks: Bool = true, _ rate: @escaping @MainActor (Int) async -> Void
  ) -> [KeyAction] {
    zip("12345", 1...5).map { key, stars in
      let title: Styled =
        stars == 1 ? (blocks ? "1 star, and never again" : "1 star") : "\(stars) stars"
      return KeyAction(.character(key), title) { Task.immediate { await rate(stars) } }
    }
  }

  /// The keys of all stars in one hint.
  public static var starHint: KeyHint { KeyHint("1-5", "Stars") }
}
