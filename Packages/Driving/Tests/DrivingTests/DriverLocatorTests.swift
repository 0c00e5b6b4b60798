import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Driving

struct DriverLocatorTests {
  private static let start = Ride.sample().requestedAt
  private static let way: [Location] = [.defaultLocation, .operaHouse, .appleStore]

  @Test func `A car that the driver sets stays`() {
    let drive = Drive(along: Self.way, from: .defaultLocation, at: Self.start)

    let place = ManualLocator().location(
      from: .defaultLocation, on: drive, at: Self.start + 1000)

    #expect(place == .defaultLocation)
  }

  @Test func `A simulated car stays without a way`() {
    let place = SimulatedLocator().location(from: .operaHouse, on: nil, at: Self.start)

    #expect(place == .operaHouse)
  }

  @Test(arguments: [(-10.0, 0.0), (0.0, 0.0), (10.0, 69.4), (30.0, 208.3)])
  func `A simulated car drives at the usual speed`(seconds: Double, meters: Double) {
    let drive = Drive(along: Self.way, from: .defaultLocation, at: Self.start)

    let place = SimulatedLocator().location(
      from: .defaultLocation, on: drive, at: Self.start + seconds)

    #expect(abs(place.distance(to: .defaultLocation) - meters) < 0.1)
  }

  @Test func `A car turns at the corners, and waits at the end of its way`() throws {
    let drive = Drive(along: Self.way, from: .defaultLocation, at: Self.start)
    let first = Location.defaultLocation.distance(to: .operaHouse)

    let later = drive.location(at: Self.start + (first + 100) / Location.citySpeed)
    let end = drive.location(at: Self.start + 10_000)

    #expect(abs(try #require(later).distance(to: .operaHouse) - 100) < 0.1)
    #expect(end == .appleStore)
  }

  @Test func `A car in the middle of a way drives on from there`() {
    let middle = Location(
      nearestTo: (Location.operaHouse.latitude + Location.appleStore.latitude) / 2,
      (Location.operaHouse.longitude + Location.appleStore.longitude) / 2)

    let drive = Drive(along: Self.way, from: middle, at: Self.start)

    #expect(drive.way == [middle, .appleStore])
  }

  @Test(arguments: [[], [Location.appleStore]])
  func `A way may have no leg`(way: [Location]) {
    let drive = Drive(along: way, from: .operaHouse, at: Self.start)

    #expect(drive.location(at: Self.start + 10_000) == way.last ?? .operaHouse)
  }
}
