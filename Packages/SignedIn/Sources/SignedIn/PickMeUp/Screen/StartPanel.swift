import Core
import Terminal

/// Before a ride is planned: where the rider is and which cars are near.
@MainActor
final class StartPanel: PickMeUpPanel {
  private let model: PickMeUpViewModel
  private let cars: NearbyCarsViewModel

  init(model: PickMeUpViewModel, cars: NearbyCarsViewModel) {
    self.model = model
    self.cars = cars
  }

  var rows: Int { facts.count }
  var showsMenu: Bool { true }

  var facts: [Styled] {
    [
      Styled("Where to?", .heading), "You are at \(model.pickup).",
      Styled(carCount),
    ]
  }

  private var carCount: String {
    switch cars.known?.count {
    case nil: "Looking for cars."
    case 1: "1 car nearby."
    case let count?: "\(count) cars nearby."
    }
  }

  var notices: [Styled] {
    guard let problem = cars.failure?.problem else { return [] }
    return .error(problem.message, hint: problem.hint)
  }

  var actions: [KeyAction] {
    [KeyAction(.enter, "Where to?") { [model] in model.selectDropoff() }]
  }

  func draw(in frame: inout Frame, _ region: Region) {
    frame.write(facts.flatMap { $0.wrapped(to: max(1, region.columns)) }, in: region)
  }
}
