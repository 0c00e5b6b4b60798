import Core
import RideUI
import Terminal

/// The scenes of driving.
enum DrivingScene: Hashable, Sendable {
  /// The map, and beside it the shift, an offer or the trip.
  case driving
  /// The form of the driver's car, with what is registered.
  case car(DriverCar?)
  /// The form of the car's position, with the one that it has.
  case position(Location)
  /// The form of the code with which the trip with a rider starts.
  case code(Identifier<Ride>, rider: String)
}

/// Makes the screens of driving; they show what the navigator follows.
struct DrivingScenes: SceneContainer {
  private let driving: DrivingContainer
  init(_ driving: DrivingContainer) { self.driving = driving }

  func makeScreen(for scene: DrivingScene, navigator: Navigator) -> any NavigableScreen {
    let followed = navigator.statusProvider(DrivingViewModel.self)
    let model = followed ?? driving.makeDrivingViewModel()
    return switch scene {
    case .driving:
      DrivingScreen(
        model: model, isFollowed: followed != nil, tiles: driving.dependencies.mapTiles,
        wallClock: driving.services.wallClock, scenes: Scenes(of: self, in: navigator))
    case .car(let car): DrivingFormScreen.car(car, of: model, navigator)
    case .position(let location): DrivingFormScreen.position(location, of: model, navigator)
    case .code(let ride, let rider): DrivingFormScreen.code(of: ride, rider, model, navigator)
    }
  }
}
