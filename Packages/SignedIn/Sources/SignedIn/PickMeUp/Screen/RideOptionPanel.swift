import Console
import Core
import Observation
import Terminal

/// The kinds of ride for the trip to choose from.
@MainActor @Observable final class RideOptionPanel: PickMeUpPanel {
  let dropoff: Waypoint
  private let model: PickMeUpViewModel
  private let picker: RideOptionPickerViewModel
  private let layout: () -> any RideOptionsLayout
  private let list: SelectList<RideOption>

  /// - Parameter layout: Evaluated when options are shown, which is the exposure to its flag.
  init(
    dropoff: Waypoint, model: PickMeUpViewModel, picker: RideOptionPickerViewModel,
    layout: @autoclosure @escaping () -> any RideOptionsLayout
  ) {
    (self.dropoff, self.model) = (dropoff, model)
    (self.picker, self.layout) = (picker, layout)
    list = SelectList { layout().row(of: $0) }
  }

  var rows: Int { 8 }
  var title: Styled { "Choose your ride" }
  var rowsBeside: Int { max(3, picker.options.count + 5) }
  var route: [Location] { picker.route }
  var isBusy: Bool { picker.phase == .loading }

  var facts: [Styled] {
    let asking: Styled? = isBusy ? "Looking for rides" : nil
    let trip = picker.options.first.map { option in
      let distance = Formatters.distance(meters: option.distanceMeters)
      return Styled("\(distance), \(Formatters.duration(seconds: option.durationSeconds))")
    }
    return [
      "To \(dropoff)\(trip.map { ": \($0)" as Styled } ?? "")", asking ?? "Choose your ride.",
    ]
  }

  var notices: [Styled] {
    guard case .failed(let error) = picker.phase else { return [] }
    return .error(error)
  }

  /// Loads the options; also the retry after a failure.
  func load(isQuiet: Bool = false) {
    Task {
      await picker.load(isQuiet: isQuiet)
      list.items = picker.options
    }
  }

  /// Loads again what the cloud could not tell; the error stays until it can.
  func retry() {
    guard case .failed(let error) = picker.phase else { return }
    if case .refused = error { return }
    load(isQuiet: true)
  }

  var hints: [KeyHint] {
    picker.options.isEmpty ? [] : [KeyHint("Enter", "Choose"), KeyHint("Up/Down", "Move")]
  }

  var actions: [KeyAction] {
    let other = KeyAction(.escape, "Other place") { [model] in model.selectDropoff() }
    guard case .failed = picker.phase else { return [other] }
    return [KeyAction(.control("r"), "Try again") { [self] in load() }, other]
  }

  var choices: [ScreenChoice] {
    picker.options.map { option in
      let detail = layout().detail(of: option).map { ": \($0)" as Styled } ?? ""
      return .action(layout().row(of: option) + detail, id: option.id.rawValue) { [picker] in
        picker.select(option.id)
      }
    }
  }

  func handle(_ key: Key) {
    if case .chosen(let option) = list.handle(key) { picker.select(option.id) }
  }

  func draw(in frame: inout Frame, _ region: Region, isBeside: Bool) {
    let facts = isBeside && !isBusy ? Array(facts.prefix(1)) : facts
    let (top, rest) = region.splitTop(min(3, facts.count + 1))
    frame.write(facts, in: top)
    let detail = list.selection.flatMap { layout().detail(of: $0) }
    let lines = detail?.wrapped(to: max(1, rest.columns)) ?? []
    let (options, bottom) = rest.splitTop(lines.isEmpty ? rest.rows : picker.options.count + 1)
    list.draw(in: &frame, options)
    frame.write(lines, in: bottom)
  }
}
