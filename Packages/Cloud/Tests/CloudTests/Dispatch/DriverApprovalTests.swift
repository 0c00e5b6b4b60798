import Core
import CoreTesting
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

/// What an operator decides about drivers.
struct DriverApprovalTests {
  private func administration(of stage: DispatchStage) -> DriverAdministration {
    CloudContainer(dependencies: stage.cloud).makeDriverAdministration()
  }

  private func audited(_ stage: DispatchStage) async throws -> [String] {
    try await CloudContainer(dependencies: stage.cloud).makeAuditLog()
      .events(since: nil, limit: 100).filter { $0.action.rawValue.hasPrefix("driver") }
      .map { "\($0.action.rawValue): \($0.reason ?? "")" }
  }

  @Test func `Who is not approved starts no shift, and the status says why`() async throws {
    let stage = DispatchStage(driversNeedApproval: true)
    let dora = try await stage.client.signUp("Dora")
    try await stage.register("AA 1", by: dora)

    await expectRefusal(.driverNotAdmitted) { try await stage.startShift(by: dora) }
    #expect(try await stage.status(dora).obstacle == DriverObstacle(.approvalAwaited))
    #expect(try await administration(of: stage).list(.undecided, limit: 9).map(\.name) == ["Dora"])

    let approved = try await administration(of: stage).approve(
      administration(of: stage).find("aa 1"), reason: "")
    #expect(approved.state == .approved)
    #expect(try await stage.status(dora).obstacle == nil)
    try await stage.startShift(by: dora)
    #expect(try await audited(stage) == ["driverApproval: "])
  }

  @Test func `Another car is approved again, the same one stays approved`() async throws {
    let stage = DispatchStage(driversNeedApproval: true)
    let dora = try await stage.client.signUp("Dora")
    try await stage.register("AA 1", by: dora)
    let administration = administration(of: stage)
    _ = try await administration.approve(
      administration.find("AA 1"), reason: "Papers seen.")

    try await stage.register("aa 1", by: dora)
    #expect(try await stage.status(dora).obstacle == nil)
    try await stage.register("AA 2", by: dora)
    #expect(try await stage.status(dora).obstacle?.kind == .approvalAwaited)
    await expectRefusal(.driverNotAdmitted) { try await stage.startShift(by: dora) }

    _ = try await administration.suspend("AA 2", reason: "No papers.")
    try await stage.register("AA 3", by: dora)
    #expect(
      try await stage.status(dora).obstacle == DriverObstacle(.suspended, reason: "No papers."))
  }

  @Test func `A suspension ends the shift and the open offer, and the ride goes to others`()
    async throws
  {
    let stage = DispatchStage()
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "AA")
    let eve = try await stage.driver("Eve", plate: "BB", at: .defaultLocation)
    _ = try await stage.client.requestRide(session: ann)
    try await stage.pass(1)
    #expect(try await stage.status(dora).offer != nil)

    let suspended = try await administration(of: stage).suspend(
      "dora@example.com", reason: "A complaint.")
    #expect(suspended.state == .suspended && suspended.shiftStartedAt == nil)
    let status = try await stage.status(dora)
    #expect(status.shift == nil && status.offer == nil)
    await expectRefusal(.driverNotAdmitted) { try await stage.startShift(by: dora) }
    await expectRefusal(.noShift) { try await stage.report(.operaHouse, by: dora) }
    try await stage.pass(1, reporting: [eve])
    #expect(try await stage.status(eve).offer != nil)
    #expect(try await audited(stage) == ["driverSuspension: A complaint."])

    _ = try await administration(of: stage).approve(
      administration(of: stage).find("dora@example.com"), reason: "Was a mistake.")
    try await stage.startShift(by: dora)
  }

  @Test func `A suspended driver loses the ride before its start, and completes a trip`()
    async throws
  {
    let stage = DispatchStage()
    let (ann, bea) = (try await stage.client.signUp("Ann"), try await stage.client.signUp("Bea"))
    let dora = try await stage.driver("Dora", plate: "AA")
    let ride = try await stage.client.requestRide(session: ann).id
    try await stage.pass(1)
    _ = try await stage.accept(dora)
    _ = try await administration(of: stage).suspend("AA", reason: "A complaint.")
    #expect(try await stage.ride(ride, of: ann).state == .requested)
    #expect(try await stage.status(dora).ride == nil)

    let eve = try await stage.driver("Eve", plate: "BB")
    try await stage.pass(1)
    _ = try await stage.accept(eve)
    for step in [RideAdvance.Step.arrive, .start] {
      _ = try await stage.advance(ride, step, by: eve)
    }
    let suspended = try await administration(of: stage).suspend("BB", reason: "A complaint.")
    #expect(suspended.shiftStartedAt != nil)
    try await stage.report(.operaHouse, by: eve)
    _ = try await stage.advance(ride, .complete, by: eve)
    #expect(try await stage.ride(ride, of: ann).state == .completed)
    #expect(try await stage.status(eve).shift == nil)
    _ = try await stage.client.requestRide(session: bea)
    try await stage.pass(1)
    #expect(try await stage.status(eve).offer == nil)
  }

  @Test(arguments: StoreUnderTest.allCases.filter { $0 != .sqliteFile })
  func `Open shifts of those who are not approved get no rides once approval is needed`(
    store: StoreUnderTest
  ) async throws {
    try await DispatchStage.on(store) { open in
      let ann = try await open.client.signUp("Ann")
      let dora = try await open.driver("Dora", plate: "AA")
      var cloud = open.cloud
      cloud.driversNeedApproval = true
      let closed = CloudContainer(dependencies: cloud)
      let client = cloud.makeClient()
      let place = PickupPoint(.operaHouse)
      _ = try await open.client.requestRide(session: ann)

      try await closed.makeDispatcher().round { Issue.record("\($0)") }
      #expect(try await open.status(dora).offer == nil)
      #expect(
        try await client.call(CloudAPI.nearbyCars, parameters: place, session: ann).cars.isEmpty)
      _ = try await closed.makeDriverAdministration().approve(
        closed.makeDriverAdministration().find("AA"), reason: "")
      try await closed.makeDispatcher().round { Issue.record("\($0)") }
      #expect(try await open.status(dora).offer != nil)
    }
  }

  @Test func `Mistakes are reported`() async throws {
    let stage = DispatchStage()
    _ = try await stage.driver("Dora", plate: "AA")
    let administration = administration(of: stage)

    for name in ["eve@example.com", "", "BB"] {
      await #expect(throws: AdministrationError.noSuchDriver(name)) {
        try await administration.approve(
          administration.find(name), reason: "")
      }
    }
    for reason in ["", "  ", "a\nb", String(repeating: "a", count: 201)] {
      await #expect(throws: AdministrationError.badReason) {
        try await administration.suspend("AA", reason: reason)
      }
    }
    #expect(try await audited(stage).isEmpty)
    #expect(try await administration.list(nil, limit: 9).map(\.state) == [.undecided])
    #expect(try await administration.list(.suspended, limit: 9).isEmpty)
  }

  @Test func `A suspended driver does not keep a trip for ever, and nobody else`() async throws {
    let stage = DispatchStage()
    let ann = try await stage.client.signUp("Ann")
    let dora = try await stage.driver("Dora", plate: "AA")
    let ride = try await stage.client.requestRide(session: ann).id
    try await stage.pass(1)
    _ = try await stage.accept(dora)
    for step in [RideAdvance.Step.arrive, .start] {
      _ = try await stage.advance(ride, step, by: dora)
    }
    _ = try await administration(of: stage).suspend("AA", reason: "A complaint.")
    for _ in 0..<12 { try await stage.pass(300, reporting: [dora]) }
    #expect(try await stage.ride(ride, of: ann).state == .onTrip)

    for _ in 0..<6 where try await stage.status(dora).shift != nil {
      try await stage.pass(300, reporting: [dora])
    }
    #expect(try await stage.ride(ride, of: ann).state == .completed)
    #expect(try await stage.status(dora).shift == nil)
  }

  @Test func `An approval is for the car that was looked at`() async throws {
    let stage = DispatchStage(driversNeedApproval: true)
    let dora = try await stage.client.signUp("Dora")
    try await stage.register("AA 1", by: dora)
    let store = stage.cloud.database.store
    let seen = try #require(try store.driver(dora.profile.id)).car
    try await stage.register("AA 1", .kangaroo, by: dora)

    let decision = DriverDecision(.approved, reason: "", at: stage.clock.now)
    let refusal = try store.apply(.decide(decision, of: seen), by: dora.profile.id) {
      stage.clock.now
    }
    #expect(refusal == .otherCar(DriverCar(plate: "AA 1", model: "Mazda 2", option: .kangaroo)))
    #expect(try await stage.status(dora).obstacle?.kind == .approvalAwaited)
  }

  @Test func `Blanks and hyphens make no other plate`() async throws {
    let stage = DispatchStage()
    _ = try await stage.driver("Dora", plate: "KR 84 YJ")
    let eve = try await stage.client.signUp("Eve")
    for plate in ["kr84yj", "KR-84-YJ", "K R84YJ"] {
      await expectRefusal(.plateTaken) { try await stage.register(plate, by: eve) }
    }
    #expect(try await administration(of: stage).find("kr84-yj").name == "Dora")
  }
}
