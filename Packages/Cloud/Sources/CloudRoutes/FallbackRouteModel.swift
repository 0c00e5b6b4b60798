public import CloudDomain
public import Core

/// Asks another model where the first one is not available; the rides say which one planned them.
public struct FallbackRouteModel: RouteModel {
  private let first: any RouteModel
  private let other: any RouteModel

  /// Creates a model that asks the first one as long as it answers.
  public init(_ first: any RouteModel, otherwise other: any RouteModel) {
    self.first = first
    self.other = other
  }

  public var use: RouteModelUse? { first.use }

  public func check() async throws(RouteError) {}

  public func route(from start: Location, to end: Location) async throws(RouteError) -> Route {
    do throws(RouteError) {
      return try await first.route(from: start, to: end)
    } catch {
      guard case .unavailable = error else { throw error }
      return try await other.route(from: start, to: end)
    }
  }

  public func approaches(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Approach?] {
    do throws(RouteError) {
      return try await first.approaches(from: cars, to: point)
    } catch {
      guard case .unavailable = error else { throw error }
      return try await other.approaches(from: cars, to: point)
    }
  }

  /// The city of the other model stands beside no real roads.
  public var city: BuiltInCity? { first.city }

  /// The other model has no streets for the map, which clients ask for again.
  public func streets(in address: MapTileAddress) async throws(RouteError) -> [MapTile.Street] {
    try await first.streets(in: address)
  }
}
