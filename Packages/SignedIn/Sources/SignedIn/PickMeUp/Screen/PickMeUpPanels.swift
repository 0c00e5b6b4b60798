import Core

/// Creates the panels of one pick-up on first use.
@MainActor
final class PickMeUpPanels {
  private let start: StartPanel
  private let dropoff: DropoffPanel
  private let confirm: ConfirmPanel
  private let makeOptionPanel: @MainActor (Waypoint) -> RideOptionPanel
  private var options: RideOptionPanel?

  init(
    model: PickMeUpViewModel, cars: NearbyCarsViewModel, picker: DropoffLocationPickerViewModel,
    makeOptionPanel: @escaping @MainActor (Waypoint) -> RideOptionPanel
  ) {
    self.makeOptionPanel = makeOptionPanel
    start = StartPanel(model: model, cars: cars)
    dropoff = DropoffPanel(model: model, picker: picker)
    confirm = ConfirmPanel(model: model)
  }

  func panel(for phase: PickMeUpViewModel.Phase) -> any PickMeUpPanel {
    switch phase {
    case .initial: start
    case .selectDropoff: dropoff
    case .selectRideOption(let dropoff): optionPanel(for: dropoff)
    case .confirm, .sending, .accepted: confirm
    }
  }

  /// The options of another trip are other options, and are loaded at once.
  private func optionPanel(for dropoff: Waypoint) -> RideOptionPanel {
    if let options, options.dropoff == dropoff { return options }
    let panel = makeOptionPanel(dropoff)
    options = panel
    panel.load()
    return panel
  }
}
