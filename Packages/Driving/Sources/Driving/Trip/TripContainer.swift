import Composition
import Core
import RideUI
import Terminal

/// The dependencies of the scope of one trip.
protocol TripDependencies: Sendable {
  var position: CarPosition { get }
  var services: SystemServices { get }
}

/// The scope of one trip: it cannot be opened without the ride, and nothing of it is left when the
/// driver goes on.
struct TripContainer: Sendable {
  let model: TripViewModel
  private let dependencies: any TripDependencies
  private let lifetimeProbe: LifetimeProbe

  @MainActor init(dependencies: any TripDependencies, ride: DrivenRide) {
    self.dependencies = dependencies
    model = TripViewModel(ride)
    lifetimeProbe = LifetimeProbe("trip", in: dependencies.services.lifetimeMonitor)
  }

  /// What is shown of the trip, and what can be done.
  ///
  /// - Parameter enterCode: Asks for the code with which the trip starts.
  @MainActor func panel(enterCode: @escaping @MainActor (DrivenRide) -> Void) -> DrivingPanel {
    switch model.question {
    case .reason: return reasonPanel
    case .block: return blockPanel
    case .completion: return completionPanel
    case nil: break
    }
    var panel = DrivingPanel(title: title, facts: model.driven.facts, actions: actions(enterCode))
    if model.phase == .completed {
      panel.facts.append(("Stars", "1 star: you never ride together again"))
      panel.hints = [[KeyAction].starHint] + Array(panel.actions.dropFirst(ratings.count)).hints
    }
    guard model.phase == .underway else { return panel }
    let (ride, position) = (model.driven.ride, dependencies.position)
    panel.facts += [position.fact] + model.driven.remainder(from: position.location)
    panel.position = position
    panel.map = DriverMap(
      car: position.location, trip: (pickup: ride.pickup, dropoff: ride.dropoff),
      approach: ride.state == .onTrip ? [] : ride.approach ?? [], route: ride.route)
    return panel
  }
}

@MainActor extension TripContainer {
  private var title: Styled {
    switch model.phase {
    case .underway: Styled(model.title, .accent)
    case .completed: Styled(model.title, .success)
    case .lost: Styled(model.title, .warning)
    }
  }

  private func actions(_ enterCode: @escaping @MainActor (DrivenRide) -> Void) -> [KeyAction] {
    switch model.phase {
    case .underway: steps(enterCode) + block
    case .completed: ratings + block + [leave("Without stars")]
    case .lost: block + [leave("Go on")]
    }
  }

  private func steps(_ enterCode: @escaping @MainActor (DrivenRide) -> Void) -> [KeyAction] {
    let step = model.step.map { step in
      KeyAction(.enter, step.title) { [model, dependencies] in
        if step == .start { return enterCode(model.driven) }
        if step == .complete, !model.driven.remainder(from: dependencies.position.location).isEmpty
        {
          return model.question = .completion
        }
        Task.immediate { await model.advance() }
      }
    }
    let cancel = KeyAction(.character("c"), "Cancel") { [model] in model.question = .reason }
    let isCancellable = model.driven.ride.state.isCancellable
    return [step].compactMap { $0 } + (isCancellable ? [cancel] : [])
  }

  private var completionPanel: DrivingPanel {
    let yes = KeyAction(.character("y"), "Complete it here") { [model] in
      model.question = nil
      Task.immediate { await model.advance() }
    }
    let no = KeyAction(.escape, "Drive on") { [model] in model.question = nil }
    return DrivingPanel(
      title: "Complete the trip here?",
      facts: model.driven.remainder(from: dependencies.position.location), actions: [yes, no])
  }

  private var reasonPanel: DrivingPanel {
    let reasons = Array(zip("123456789", RideAbandonment.Reason.allCases))
    let actions = reasons.map { key, reason in
      KeyAction(.character(key), reason.title) { [model] in
        Task.immediate { await model.abandon(because: reason) }
      }
    }
    let back = KeyAction(.escape, "Keep the ride") { [model] in model.question = nil }
    var panel = DrivingPanel(
      title: "Why do you give the ride back?", facts: reasons.map { ("\($0)", $1.title) },
      actions: actions + [back])
    panel.hints = [KeyHint("1-\(reasons.count)", "Reason"), back.hint]
    return panel
  }

  private var block: [KeyAction] {
    model.hasBlocked
      ? [] : [KeyAction(.character("b"), "Block rider") { [model] in model.question = .block }]
  }

  private var blockPanel: DrivingPanel {
    let rider = model.driven.rider
    let yes = KeyAction(.enter, "Yes, block \(rider)") { [model] in
      Task.immediate { await model.block() }
    }
    let no = KeyAction(.escape, "No") { [model] in model.question = nil }
    return DrivingPanel(
      title: "Block \(rider)?",
      facts: [("", "You never ride together again, and \(rider) is not told.")], actions: [yes, no])
  }

  private var ratings: [KeyAction] { .stars { [model] in await model.rate(stars: $0) } }

  private func leave(_ title: Styled) -> KeyAction {
    KeyAction(.enter, title) { [model] in model.leave() }
  }
}

extension RideAdvance.Step {
  fileprivate var title: Styled {
    switch self {
    case .arrive: "I have arrived"
    case .start: "Start the trip"
    case .complete: "Complete the trip"
    }
  }
}

extension RideAbandonment.Reason {
  fileprivate var title: Styled {
    switch self {
    case .carTrouble: "Car trouble"
    case .tooFar: "Too far"
    case .unsafe: "Unsafe"
    case .other: "Another reason"
    case .noShow: "The rider has not come"
    }
  }
}
