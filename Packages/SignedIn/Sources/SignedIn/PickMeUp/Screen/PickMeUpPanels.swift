import Core

/// Makes the panels of one pick-up when they are first needed.
@MainActor
final class PickMeUpPanels {
  private let model: PickMeUpViewModel
  private let start: StartPanel
  private let dropoff: DropoffPanel
  private let confirm: ConfirmPanel
  private let makeRideOptionPicker: @MainActor (Waypoint) -> RideOptionPickerViewModel
  private var options: RideOptionPanel?

  init(
    model: PickMeUpViewModel, cars: NearbyCarsViewModel, picker: DropoffLocationPickerViewModel,
    makeRideOptionPicker: @escaping @MainActor (Waypoint) -> RideOptionPickerViewModel
  ) {
    self.model = model
    self.makeRideOptionPicker = makeRideOptionPicker
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
    let panel = RideOptionPanel(
      dropoff: dropoff, model: model, picker: makeRideOptionPicker(dropoff))
    options = panel
    panel.load()
    return panel
  }
}
