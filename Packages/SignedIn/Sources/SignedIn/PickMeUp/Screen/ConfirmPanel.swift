import Console
import Core
import RideUI
import Terminal

/// The panel that confirms the request; its actions are disabled while it is being sent.
@MainActor final class ConfirmPanel: PickMeUpPanel {
  private let model: PickMeUpViewModel
  init(model: PickMeUpViewModel) { self.model = model }
  var rows: Int { 7 }
  var isBusy: Bool { if case .sending = model.phase { true } else { false } }

  private var quote: RideQuote? {
    switch model.phase {
    case .confirm(let quote, _), .sending(let quote): quote
    case .initial, .selectPickup, .selectDropoff, .selectRideOption, .accepted: nil
    }
  }

  var facts: [Styled] { [title.styled(.heading)] + quoted.lines }

  var title: Styled {
    if case .confirm = model.phase { "Request this ride?" } else { "Sending your request" }
  }
  var rowsBeside: Int { quoted.lines(columns: 36).count }

  private var quoted: KeyValueList {
    guard let quote else { return KeyValueList([]) }
    let option = quote.option
    let ends = RideText.ends(
      quote.request.pickup.name ?? "Where you are",
      quote.request.dropoff.name ?? "The point on the map")
    return KeyValueList(
      [
        ("Ride", Styled(option.name, .bold)), ("Price", Styled("\(option.price)", .bold)),
        (RideText.timeUntilPickup, Styled(option.timeUntilPickup ?? "no driver is free")),
      ] + ends
        + [RideText.trip(meters: option.distanceMeters, seconds: option.durationSeconds)])
  }

  var notices: [Styled] {
    guard case .confirm(let quote, let error) = model.phase else { return [] }
    guard let error else { return [quote.news].compactMap { $0?.styled(.warning) } }
    return .error("The request was not sent.", because: error)
  }

  var actions: [KeyAction] {
    guard case .confirm(_, let error) = model.phase else { return [] }
    return [
      KeyAction(.enter, error == nil ? "Request ride" : "Send again") { [model] in
        Task.immediate { await model.send() }
      },
      KeyAction(.escape, "Other ride") { [model] in model.selectRideOption() },
      KeyAction(.character("d"), "Other place") { [model] in model.selectDropoff() },
    ]
  }

  func draw(in frame: inout Frame, _ region: Region, isBeside: Bool) {
    let lines = (isBeside ? [] : [title.styled(.heading)]) + quoted.lines(columns: region.columns)
    frame.write(lines, in: region)
  }
}
