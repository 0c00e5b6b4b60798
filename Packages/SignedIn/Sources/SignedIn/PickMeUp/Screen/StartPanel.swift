import Commands
import Core
import Terminal

/// Before a ride is planned: where the rider is and which cars are near.
@MainActor
final class StartPanel: PickMeUpPanel {
  /// How near a place gives its name to where the rider is, in meters.
  private static let nearby = 500

  private let model: PickMeUpViewModel
  private let cars: CloudList<NearbyCar>
  private let tiles: MapTiles
  /// The places that the rider knows.
  var suggestions: [PlaceSuggestion] = []
  /// How many of the cars the map shows; `nil` without a map.
  var carsInView: Int?
  /// Searches for a place to go to.
  var search: @MainActor (String) -> Void = { _ in }

  init(model: PickMeUpViewModel, cars: CloudList<NearbyCar>, tiles: MapTiles) {
    self.tiles = tiles
    self.model = model
    self.cars = cars
  }

  var rows: Int { facts.count }
  var showsMenu: Bool { true }

  var facts: [Styled] { [Styled("Where to?", .heading), Styled(position), Styled(carCount)] }

  /// The name of the place, or the nearest one that the rider or the map knows, rather than numbers.
  private var position: String {
    if let name = model.pickup.name { return Self.position(name) }
    let near = suggestions.map(\.place).min {
      ($0.distanceMeters ?? .max) < ($1.distanceMeters ?? .max)
    }
    guard let near, let meters = near.distanceMeters, meters <= Self.nearby else {
      return Self.position(tiles.name(near: model.pickup.location) ?? model.pickup.description)
    }
    return "You are near \(near.name), \(Formatters.distance(meters: meters)) away."
  }

  /// The cloud calls a point without a name after what it is near to.
  private static func position(_ name: String) -> String {
    "You are \(name.hasPrefix("near ") ? "" : "at ")\(name)."
  }

  private var carCount: String {
    guard let count = cars.known?.count else { return "Looking for cars." }
    if let carsInView, carsInView < count { return "\(carsInView) in view, \(count) cars nearby." }
    return count == 1 ? "1 car nearby." : "\(count) cars nearby."
  }

  var notices: [Styled] { .error(cars.failure) }

  var actions: [KeyAction] {
    let pickup = KeyAction(.character("p"), "Pick-up") { [model] in model.selectPickup() }
    let dropoff = KeyAction(.enter, "Where to?") { [model] in model.selectDropoff() }
    let typed = dropoff.typing { [model, search] text in
      model.selectDropoff()
      search(text)
    }
    return [typed] + (model.canSelectPickup ? [pickup] : [])
  }

  func draw(in frame: inout Frame, _ region: Region) {
    frame.write(facts.flatMap { $0.wrapped(to: max(1, region.columns)) }, in: region)
  }
}
