import BasicsTesting
import Composition
import Core
import CoreTesting
import FeatureFlags
import Terminal
import Testing

@testable import Driving

@MainActor
struct DrivingViewModelTests {
  private let clock = ManualWallClock()
  private let services: SystemServices

  init() {
    services = SystemServices(
      wallClock: clock, screenClock: ManualClock(), randomBytes: SeededRandomBytes())
  }

  @Test func `A rider who registers a car is a driver`() async throws {
    let model = try makeModel(on: DriverCloud(nil))

    await model.refresh()
    #expect(model.phase == .notRegistered)
    try await model.register(.sample)

    #expect(model.driver == .offline)
  }

  @Test func `Nothing is left of a trip after its rating, and of a shift after its end`()
    async throws
  {
    let cloud = DriverCloud(.offered)
    let model = try makeModel(on: cloud)
    await model.refresh()
    await model.accept(.sample)
    weak let trip = model.trip?.model
    #if DEBUG
      #expect(services.lifetimeMonitor.scopesAlive == ["driving", "shift", "trip"])
    #endif

    for step in RideAdvance.Step.allCases {
      #expect(trip?.step == step)
      await trip?.advance()
    }
    #expect(trip?.phase == .completed)
    await trip?.rate(stars: 5)
    #expect(model.trip == nil)
    #expect(trip == nil)
    weak let position = model.shift?.position
    #expect(position != nil)
    await model.goOffline()

    #expect(position == nil)
    #expect(model.driver == .offline)
    #expect(await cloud.lines.contains("put rides/ride-1/rating"))
    #if DEBUG
      #expect(services.lifetimeMonitor.scopesAlive == ["driving"])
    #endif
  }

  @Test func `A ride that is given back is gone without news`() async throws {
    let model = try makeModel(on: DriverCloud(.driving(.accepted)))
    await model.refresh()

    await model.trip?.model.abandon(because: .carTrouble)

    #expect(model.trip == nil)
    #expect(model.driver == .waiting)
    #expect(model.failure == nil)
  }

  @Test func `A driver whose rider has not come learns what it earns`() async throws {
    let fee = Money(currency: "AUD", minorUnits: 500)
    let cloud = DriverCloud(nil)
    await cloud.show(
      .driving(.arrived), history: [.sample(.cancelled, RideCancellation(.noShow, fee: fee))])
    let model = try makeModel(on: cloud)
    await model.refresh()

    await model.trip?.model.abandon(because: .noShow)

    #expect(model.trip?.model.title == "Ada has not come: you earn AUD 5.00")
    model.trip?.model.leave()
    #expect(model.trip == nil)
  }

  @Test func `A status that is newer than the answer to an action is shown`() async throws {
    let cloud = DriverCloud(.waiting)
    let model = try makeModel(on: cloud)
    await model.refresh()

    await model.perform { _ in
      await cloud.show(.offered)
      await model.refresh()
      return .waiting
    }

    #expect(model.driver == .offered)
  }

  @Test func `A completed trip waits for its rating until the next ride`() async throws {
    let cloud = DriverCloud(.driving(.onTrip))
    let model = try makeModel(on: cloud)
    await model.refresh()
    await model.trip?.model.advance()
    await cloud.show(.offered)
    await model.refresh()
    #expect(model.trip?.model.phase == .completed)

    await cloud.show(
      DriverStatus(
        car: .sample, shift: .sample(), offer: nil, ride: .sample(.accepted, id: "ride-2")))
    await model.refresh()

    #expect(model.trip?.model.id == Identifier("ride-2"))
    #expect(model.trip?.model.phase == .underway)
  }

  @Test func `What is refused is told, and the status asked for again`() async throws {
    let cloud = DriverCloud(.offered)
    let model = try makeModel(on: cloud)
    await model.refresh()
    await cloud.show(.waiting)
    await cloud.refuseNext(.offerClosed)

    await model.accept(.sample)
    #expect(model.driver == .waiting)
    #expect(model.failure == .refused(ErrorResponse(.offerClosed, message: "No.").error))
    await model.goOffline()

    #expect(model.failure == nil)
  }

  @Test func `A refused completion ends nothing`() async throws {
    let cloud = DriverCloud(.driving(.onTrip))
    let model = try makeModel(on: cloud)
    await model.refresh()
    await cloud.refuseNext(.wrongStep)
    await model.trip?.model.advance()
    #expect(model.trip?.model.phase == .underway)

    await cloud.show(.waiting)
    await model.refresh()

    #expect(model.trip?.model.phase == .lost)
  }

  @Test func `Offers and lost rides are told as they come, each once`() async throws {
    let cloud = DriverCloud(.waiting)
    let events = StreamingCloudTransport(cloud)
    let model = try makeModel(on: events)
    let news = follow(model)
    try await events.waitForStreams(opened: 1)

    await cloud.show(.offered)
    try events.push(.driving)
    #expect(
      try await news.next("an announcement") == "A ride is offered: AUD 12.50, pick-up in 2 min.")
    try events.push(.driving)
    await model.accept(.sample)
    await cloud.show(.waiting)
    try events.push(.driving)

    #expect(
      try await news.next("an announcement")
        == "The ride was offered to others.")
    #expect(model.trip?.model.phase == .lost)
  }

  @Test(arguments: [
    (RideCancellation(.rider), "Ada has cancelled"),
    (
      RideCancellation(.rider, fee: Money(currency: "AUD", minorUnits: 500)),
      "Ada has cancelled: you earn AUD 5.00"
    ),
    (
      RideCancellation(.noShow, fee: Money(currency: "AUD", minorUnits: 500)),
      "Ada has not come: you earn AUD 5.00"
    ),
  ])
  func `A driver learns why a ride is gone`(
    cancellation: RideCancellation, title: String
  ) async throws {
    let cloud = DriverCloud(.driving(.accepted))
    let model = try makeModel(on: cloud)
    await model.refresh()

    await cloud.show(.waiting, history: [.sample(.cancelled, cancellation)])
    await model.refresh()

    #expect(model.trip?.model.phase == .lost)
    #expect(model.trip?.model.title == title)
  }

  @Test func `A rider is blocked on the trip, which goes on`() async throws {
    let cloud = DriverCloud(.offered)
    let model = try makeModel(on: cloud)
    await model.refresh()
    await model.accept(.sample)
    let trip = try #require(model.trip?.model)
    trip.question = .block

    await trip.block()

    #expect(trip.question == nil && trip.hasBlocked && trip.phase == .underway)
    #expect(await cloud.lines.contains("put rides/ride-1/block"))
  }

  @Test func `A trip that the cloud has completed can be rated`() async throws {
    let cloud = DriverCloud(.driving(.onTrip))
    let model = try makeModel(on: cloud)
    await model.refresh()

    await cloud.show(.paid, history: [.sample(.completed)])
    await model.refresh()

    #expect(model.trip?.model.phase == .completed)
  }

  @Test func `A ride that is cancelled while it is given back is told`() async throws {
    let cloud = DriverCloud(.driving(.accepted))
    let model = try makeModel(on: cloud)
    await model.refresh()
    await cloud.show(.waiting, history: [.sample(.cancelled, RideCancellation(.rider))])
    await cloud.refuseNext(.wrongStep)

    await model.trip?.model.abandon(because: .tooFar)

    #expect(model.trip?.model.title == "Ada has cancelled")
  }

  @Test func `How a ride has ended is asked again after a failure`() async throws {
    let cloud = ScriptedCloudTransport([
      .success(try .document(DriverStatus.driving(.accepted))),
      .success(try .document(DriverStatus.waiting)), .failure(.unreachable(reason: "no route")),
      .success(try .document(DriverStatus.waiting)),
      .success(try .document(DrivenRideList(rides: []))),
    ])
    let model = try makeModel(on: cloud)
    await model.refresh()

    await model.refresh()
    #expect(model.trip?.model.phase == .underway)
    #expect(model.failure != nil)
    await model.refresh()

    #expect(model.trip?.model.phase == .lost)
    #expect(model.failure == nil)
  }

  @Test func `The position is reported again and again while a shift is open`() async throws {
    let cloud = DriverCloud(.waiting)
    let model = try makeModel(on: StreamingCloudTransport(cloud))
    let news = follow(model)
    await model.refresh()

    for count in 1...2 {
      try await clock.waitForSleeper(of: DrivingViewModel.reportInterval)
      #expect(await reports(to: cloud) == count)
      clock.advance(by: DrivingViewModel.reportInterval)
    }
    try await clock.waitForSleeper(of: DrivingViewModel.reportInterval)
    await model.goOffline()
    clock.advance(by: DrivingViewModel.reportInterval)
    await model.goOnline()
    try await clock.waitForSleeper(of: DrivingViewModel.reportInterval)

    #expect(await reports(to: cloud) == 4)
    withExtendedLifetime(news) {}
  }

  @Test func `The position is reported after a restart`() async throws {
    let cloud = DriverCloud(.waiting)
    let news = follow(try makeModel(on: StreamingCloudTransport(cloud)))

    try await clock.waitForSleeper(of: DrivingViewModel.reportInterval)

    #expect(await reports(to: cloud) == 1)
    withExtendedLifetime(news) {}
  }

  @Test func `A rider who does not drive is asked about once`() async throws {
    let cloud = DriverCloud(nil)
    let events = StreamingCloudTransport(cloud)
    let model = try makeModel(on: events)
    let news = follow(model)
    try await events.waitForStreams(opened: 1)
    try await eventually("an answer about the driver") { model.phase != .loading }
    #expect(model.failure == nil)

    await cloud.show(.offered)
    try events.push(.reset([]))
    try events.push(.driving)

    #expect(
      try await news.next("an announcement") == "A ride is offered: AUD 12.50, pick-up in 2 min.")
    #expect(await cloud.lines.count { $0 == "get driver" } == 2)
  }

  @Test func `A refused position is shown until one is taken`() async throws {
    let cloud = DriverCloud(.waiting)
    await cloud.refusePositions(.invalidField)
    let model = try makeModel(on: StreamingCloudTransport(cloud))
    let news = follow(model)
    try await clock.waitForSleeper(of: DrivingViewModel.reportInterval)
    #expect(model.failure == .refused(ErrorResponse(.invalidField, message: "No.").error))

    await cloud.refusePositions(nil)
    clock.advance(by: DrivingViewModel.reportInterval)
    try await clock.waitForSleeper(of: DrivingViewModel.reportInterval)

    #expect(model.failure == nil)
    withExtendedLifetime(news) {}
  }

  @Test(arguments: [("manual", Location.defaultLocation), ("simulated", Location.operaHouse)])
  func `A car drives to the pick-up by itself only when it is simulated`(
    locator: String, end: Location
  ) async throws {
    let container = try DrivingContainer(
      on: DriverCloud(.driving(.accepted)), services: services,
      flags: ["driver-locator": locator])
    let model = container.makeDrivingViewModel()
    await model.refresh()
    #expect(model.shift?.position.location == .defaultLocation)

    clock.advance(by: .seconds(3600))

    #expect(model.shift?.position.location == end)
  }

  @Test func `The status line says what goes on`() async throws {
    let cloud = DriverCloud(.offline)
    let model = try makeModel(on: cloud)
    var shown: [String?] = []
    for status in [DriverStatus.offline, .waiting, .offered, .driving(.onTrip), .paid] {
      await cloud.show(status)
      await model.refresh()
      shown.append(model.status?.text)
    }

    #expect(
      shown == [
        nil, "Online: nothing yet", "A ride is offered", "Driving Ada", "Online: AUD 12.50",
      ])
    #expect(model.farewell?.text.contains("koober drive offline") == true)
  }

  private func makeModel(on cloud: some CloudTransport) throws -> DrivingViewModel {
    try DrivingContainer(on: cloud, services: services).makeDrivingViewModel()
  }

  private func reports(to cloud: DriverCloud) async -> Int {
    await cloud.lines.count { $0 == "put driver/position" }
  }

  /// Follows a driver as long as the announcements, which it returns, are held.
  private func follow(_ model: DrivingViewModel) -> AsyncStream<String> {
    let (news, announcement) = AsyncStream<String>.makeStream()
    let following = Task { await model.follow { announcement.yield($0) } }
    announcement.onTermination = { _ in following.cancel() }
    return news
  }
}
