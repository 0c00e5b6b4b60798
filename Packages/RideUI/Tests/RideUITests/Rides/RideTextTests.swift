import Core
import CoreTesting
import FoundationEssentials
import RideUI
import Terminal
import TerminalTesting
import Testing

@MainActor
struct RideTextTests {
  private let ride = Ride.sample(state: .accepted)

  /// A time at which so much of the way to the pick-up has passed.
  private func now(_ fraction: Double) -> Date {
    let left = Double(ride.secondsUntilPickup ?? 0)
    return ride.requestedAt.addingTimeInterval(left * fraction / (1 - fraction))
  }

  @Test(arguments: [(0.0, "░░░░░░░░"), (0.5, "████░░░░"), (0.75, "██████░░")])
  func `A bar shows how far the car has come`(fraction: Double, bar: String) {
    let lines = RideText(ride).lines(columns: 29, at: now(fraction), isUnicode: true)

    #expect(lines.first?.text.hasSuffix(" min   \(bar)") == true, "\(lines[0].text)")
  }

  @Test func `Without room for a bar the minutes stand alone`() {
    let lines = RideText(ride).lines(columns: 28, at: now(0.5), isUnicode: false)

    #expect(!lines.contains { $0.text.contains("#") })
  }

  @Test func `A rider reads neither identifiers nor coordinates`() {
    let request = RideRequest(
      pickup: Waypoint(.operaHouse), dropoff: Waypoint(.appleStore), option: .wallabee)
    let bare = Ride(
      id: ride.id, state: .completed, request: request, price: ride.price,
      requestedAt: ride.requestedAt, car: ride.car, driver: ride.driver, secondsUntilPickup: nil,
      secondsUntilDropoff: nil, route: ride.route)
    let text = RideText(bare)
    for line in text.overview.lines + text.briefOverview {
      #expect(!line.text.contains(ride.id.rawValue) && !line.text.contains("-33."), "\(line.text)")
    }
  }

  @Test(arguments: [
    (0.0, "Cancel this ride? From 2026-01-01 00:02 UTC on it costs AUD 5.00."),
    (120.0, "Cancel this ride for AUD 5.00?"),
  ])
  func `Who cancels knows what it costs`(seconds: Double, question: String) {
    let start = ride.requestedAt
    let fee = CancellationFee(Money(currency: "AUD", minorUnits: 500), from: start + 120)
    let driven = Ride.sample(cancellationFee: fee)

    #expect(RideText(driven).cancellationQuestion(at: start + seconds) == question)
    #expect(RideText(ride).cancellationQuestion(at: start + seconds) == "Cancel this ride?")
  }

  @Test(arguments: [
    (CancellationFee.Waiver.driverIsLate, "It costs nothing, as the driver is late."),
    (.driverIsNoNearer, "It costs nothing while the driver comes no closer."),
  ])
  func `Who may cancel for nothing knows why`(waiver: CancellationFee.Waiver, reason: String) {
    let fee = CancellationFee(
      Money(currency: "AUD", minorUnits: 500), from: .distantPast, isDue: false, waiver: waiver)

    let question = RideText(.sample(cancellationFee: fee)).cancellationQuestion(at: .now)

    #expect(question == "Cancel this ride? \(reason)")
  }

  @Test(arguments: [
    (RideCancellation.Reason.rider, "Cancelled 2 minutes or more after the driver accepted"),
    (.noShow, "The driver waited 5 minutes for you"),
  ])
  func `A receipt says the rule of its fee`(reason: RideCancellation.Reason, rule: String) {
    let fee = Money(currency: "AUD", minorUnits: 500)
    let ride = Ride.sample(state: .cancelled, cancellation: RideCancellation(reason, fee: fee))
    let free = Ride.sample(state: .cancelled, cancellation: RideCancellation(reason))

    for lines in [RideText(ride).record.lines, RideText(ride).overview.lines] {
      #expect(lines.contains { $0.text.contains(rule) })
    }
    #expect(!RideText(free).record.lines.contains { $0.text.contains(rule) })
  }

  @Test func `A receipt of a shorter trip says the price, too`() {
    let fare = Money(currency: "AUD", minorUnits: 300)
    let text = RideText(.sample(state: .completed, fare: fare))

    #expect(text.fare.text == "AUD 3.00")
    #expect(
      text.briefOverview.contains {
        $0.text == "The trip ended early, elsewhere or too soon: the price was AUD 12.50"
      })
  }

  @Test func `Of a state that is old less time is left, and never none`() {
    #expect(RideText(ride, age: 65).brief.hasSuffix(": 1 min"))
    #expect(RideText(ride, age: 600).brief.hasSuffix(": 1 min"))
    #expect(RideText(ride, age: 65).windowTitle == "Koober: 1 min")
  }

  @Test(arguments: [(RideCancellation.Reason.noDriver, "no driver"), (.noShow, "missed")])
  func `A list says how a ride failed`(reason: RideCancellation.Reason, state: String) {
    let ride = Ride.sample(state: .cancelled, cancellation: RideCancellation(reason))

    #expect(RideText(ride).state.text == state)
  }

  @Test func `The window says the minutes that are left, or the state`() {
    #expect(RideText(ride).windowTitle == "Koober: 2 min")
    #expect(RideText(.sample(state: .completed)).windowTitle.hasPrefix("Koober: "))
  }

  @Test(arguments: [(80, 24), (40, 20), (20, 8), (120, 40), (200, 60), (1, 1)], [true, false])
  func `A preview stays inside its region`(size: (Int, Int), isUnicode: Bool) {
    let cloud = FakeTileCloud()
    let tiles = MapTiles(
      wallClock: ManualWallClock(), request: cloud.mapTile(_:unlessTagged:))
    var frame = Frame(
      size: TerminalSize(columns: size.0, rows: size.1), isUnicode: isUnicode)
    let half = frame.region.splitLeading(size.0 / 2).leading
    RidePreview(ride, of: "Ada", tiles: tiles, now: now(0.5)).draw(in: &frame, half)

    #expect(frame.lines.allSatisfy { $0.displayWidth <= half.columns })
    #expect(frame.hints.isEmpty && !frame.tracksMouse)
    #expect(isUnicode || frame.text.allSatisfy(\.isASCII))
  }
}
