import Console
import Core
import Observation
import RideUI
import Terminal

/// Before a ride is planned: where the rider is and which cars are near.
@MainActor @Observable final class StartPanel: PickMeUpPanel {
  /// How near a place gives its name to where the rider is, in meters.
  private static let nearby = 500

  private let model: PickMeUpViewModel
  private let cars: CloudList<NearbyCar>
  private let tiles: MapTiles
  var suggestions: [PlaceSuggestion] = []
  var friends: [InboxItem] = []
  /// How many of the cars the map shows; `nil` without a map. Set by the look that shows it.
  @ObservationIgnored var carsInView: Int?
  @ObservationIgnored var search: @MainActor (String) -> Void = { _ in }

  init(model: PickMeUpViewModel, cars: CloudList<NearbyCar>, tiles: MapTiles) {
    (self.tiles, self.model, self.cars) = (tiles, model, cars)
  }

  var rows: Int { facts.count }
  var title: Styled { "Where to?" }
  var rowsBeside: Int { lines(columns: 36).count }
  var showsMenu: Bool { true }
  var facts: [Styled] { [Styled("Where to?", .heading), Styled(position), Styled(carCount)] }

  /// The name of the place, or the nearest one that the rider or the map knows, rather than numbers.
  private var position: String {
    if let name = model.pickup.name { return Self.position(name) }
    // A point that is named by what is near to it names nothing itself.
    let near = suggestions.map(\.place).filter { !$0.name.hasPrefix(Self.near) }.min {
      ($0.distanceMeters ?? .max) < ($1.distanceMeters ?? .max)
    }
    guard let near, let meters = near.distanceMeters, meters <= Self.nearby else {
      return tiles.name(near: model.pickup.location).map(Self.position) ?? Self.unnamed(near)
    }
    if PickMeUpPanels.isHere(near) { return Self.position(near.name) }
    return "You are \(Self.near)\(near.name), \(Formatters.distance(meters: meters)) away."
  }

  /// What the name begins with that the cloud and the map give to a point without one.
  private static let near = "near "

  private static func position(_ name: String) -> String {
    "You are \(name.hasPrefix(near) ? "" : "at ")\(name)."
  }

  /// A place of which no name is known is told by its distance from one that has a name.
  private static func unnamed(_ known: Place?) -> String {
    guard let known, let meters = known.distanceMeters else { return "You are here." }
    return "You are \(Formatters.distance(meters: meters)) from \(known.name)."
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

  func draw(in frame: inout Frame, _ region: Region, isBeside: Bool) {
    let lines =
      isBeside
      ? lines(columns: region.columns) : facts.flatMap { $0.wrapped(to: max(1, region.columns)) }
    frame.write(lines, in: region)
  }

  /// Where the rider is, the known places, and the friends under way.
  private func lines(columns: Int) -> [Styled] {
    let places = suggestions.filter { !PickMeUpPanels.isHere($0.place) }.prefix(5).map { choice in
      let distance = choice.place.distanceMeters.map(Formatters.distance(meters:)) ?? ""
      return row("\(choice.note, .accent)  \(choice.place.name)", Styled(distance, .muted), columns)
    }
    let rides = friends.prefix(3).compactMap { item in
      item.ride.map { ride in
        let left = ride.secondsUntilDropoff.map(Formatters.duration(seconds:)) ?? ""
        return row(
          "\(item.from.name, .success) to \(ride.dropoff.name ?? "a point")", Styled(left, .bold),
          columns)
      }
    }
    return facts.dropFirst().flatMap { $0.wrapped(to: max(1, columns)) }
      + (places.isEmpty ? [] : [""] + places)
      + (rides.isEmpty ? [] : ["", Styled("Friends under way", .muted)] + rides)
  }

  /// A line with a text at its end.
  private func row(_ text: Styled, _ end: Styled, _ columns: Int) -> Styled {
    let shown = text.truncated(to: columns - end.displayWidth - 1, isUnicode: false)
    let gap = max(1, columns - shown.displayWidth - end.displayWidth)
    return "\(shown)\(String(repeating: " ", count: gap))\(end)"
  }
}
