import CloudDomain
import Core
import Testing

@testable import CloudRoutes

/// Checks what every route model promises.
///
/// - Parameters:
///   - trips: Trips for which there are roads.
///   - reach: How far a road may be from an end, in meters.
func expectContract(
  of model: any RouteModel, trips: [(start: Location, end: Location)], reach: Double = 0.001
) async throws {
  for (start, end) in trips {
    let route = try await model.route(from: start, to: end)

    let ends = try #require([route.corners.first, route.corners.last] as? [Location])
    #expect(ends[0].distance(to: start) <= reach)
    #expect(ends[1].distance(to: end) <= reach)
    #expect(route.distance >= start.distance(to: end) * 0.999 - 2 * reach)
    #expect(route.duration >= 0 && route.duration.isFinite)
    // No car is faster than 250 km/h.
    #expect(route.duration * 70 >= route.distance - 1)
    #expect(!route.model.isEmpty)
    #expect(try await model.route(from: start, to: end) == route)

    let approaches = try await model.approaches(from: [start, end, start], to: end)
    #expect(approaches.count == 3)
    #expect(approaches[0] == approaches[2])
    let own = try #require(approaches[0])
    #expect(abs(own.duration - route.duration) <= max(2, route.duration * 0.02))
    if let corners = own.corners { #expect((corners.first, corners.last) == (start, end)) }
  }
  #expect(try await model.approaches(from: [], to: trips[0].start).isEmpty)
}
