import BasicsTesting
import Core
import CoreTesting
import DrivingTesting
import FeatureFlags
import Testing

@testable import Driving

@MainActor
struct CarPositionTests {
  private let clock = ManualWallClock()

  private func makeShift(_ locator: String) throws -> ShiftContainer {
    let services = SystemServices(
      wallClock: clock, screenClock: ManualClock(), randomBytes: SeededRandomBytes())
    return DrivingContainer(
      dependencies: DrivingDouble(
        flagScope: try FlagSet.driving.makeScope(overrides: ["driver-locator": locator]),
        services: services)
    ).makeShiftContainer(of: .sample())
  }

  @Test func `A simulated car stays where its way has ended, and begins the next one there`()
    throws
  {
    let position = try makeShift("simulated").position
    position.follow([.operaHouse, .appleStore])
    clock.advance(by: .seconds(3600))
    #expect(position.location == .appleStore)

    position.follow([])
    #expect(position.location == .appleStore)
    position.follow([.appleStore, .operaHouse])
    #expect(position.location == .appleStore)
    clock.advance(by: .seconds(3600))
    #expect(position.location == .operaHouse)
  }

  @Test(arguments: [("manual", true), ("simulated", false)])
  func `A driver moves the car where the flag says so, also on a trip`(
    locator: String, canMove: Bool
  ) throws {
    let shift = try makeShift(locator)
    let trip = shift.makeTripContainer(of: .sample(.accepted))

    #expect(trip.panel { _ in }.position?.isSetByDriver == canMove)
    #expect(shift.panel(of: .sample(), [], actions: []).position?.isSetByDriver == canMove)
  }

  @Test func `The autopilot drives from where the car is, and leaves it where it came to`() throws {
    let position = try makeShift("manual").position
    position.follow([.operaHouse, .appleStore])
    position.move(to: .operaHouse)
    clock.advance(by: .seconds(3600))
    #expect(position.location == .operaHouse)

    position.switchAutopilot()
    #expect(!position.isSetByDriver)
    clock.advance(by: .seconds(10))
    let moved = position.location
    #expect(abs(moved.distance(to: .operaHouse) - 10 * Location.citySpeed) < 1)

    position.switchAutopilot()
    clock.advance(by: .seconds(3600))
    #expect(position.isSetByDriver && position.location == moved)
    position.switchAutopilot()
    clock.advance(by: .seconds(3600))
    #expect(position.location == .appleStore)
  }
}
