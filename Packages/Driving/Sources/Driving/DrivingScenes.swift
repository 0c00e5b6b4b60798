import Core
import RideUI
import Terminal

/// The scenes of driving.
enum DrivingScene: Hashable, Sendable {
  /// The map, and beside it the shift, an offer or the trip.
  case driving
  /// The form of a car for a kind of ride, with what is registered.
  case car(RideOptionKind, DriverCar?)
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
    case .car(let kind, let car): DrivingFormScreen.car(for: kind, car, of: model, navigator)
    case .code(let ride, let rider): DrivingFormScreen.code(of: ride, rider, model, navigator)
    }
  }
}
