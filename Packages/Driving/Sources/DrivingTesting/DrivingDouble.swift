public import Core
public import CoreTesting
public import Driving
public import FeatureFlags
public import RideUI

/// The dependencies of driving for tests and previews, on a cloud of their own.
///
/// Each member can be replaced; one that nothing replaces asks the cloud.
public struct DrivingDouble: DrivingDependencies {
  public var drivingRemoteAPI: DrivingRemoteAPI
  public var location = Location.defaultLocation
  public var liveEvents: LiveEvents
  public var flagScope: FlagScope
  public var services: SystemServices
  public var mapTiles: MapTiles

  public init(
    cloud: any CloudTransport = UnexpectedCloudTransport(), flagScope: FlagScope,
    services: SystemServices = .standingStill()
  ) {
    let client = CloudClient(transport: cloud)
    drivingRemoteAPI = DrivingRemoteAPI(client: client, session: .johnny)
    liveEvents = LiveEvents(client: client, session: .johnny, services: services)
    mapTiles = MapTiles(client: client, session: .johnny, wallClock: services.wallClock)
    (self.flagScope, self.services) = (flagScope, services)
  }

  public func currentLocation() -> Location { location }
}
