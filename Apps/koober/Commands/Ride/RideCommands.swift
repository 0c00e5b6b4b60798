import Core
import SignedIn
import Terminal

/// Everything about rides.
enum RideCommands {
  /// - Parameter places: What a shell offers where a place is wanted.
  static func ride(completing places: Completion) -> Command<CommandContext> {
    Command(
      "ride", summary: "Ask for a ride, watch it, cancel it, look back.",
      examples: [CommandExample("koober ride status", "Show your current ride.")],
      subcommands: [
        RideOptionsCommand.options(completing: places),
        RideRequestCommand.request(completing: places), RideStatusCommand.status,
        RideCancelCommand.cancel, RideHistoryCommand.history,
      ])
  }

  static func to(completing places: Completion = .none) -> Option<PlaceReference> {
    Option(
      "to", kind: .place(completing: places), help: "Where to go: a name, an id or LAT,LON.")
  }

  static func from(completing places: Completion = .none) -> Option<PlaceReference?> {
    Option(
      "from", kind: .place(completing: places),
      help: "Where to be picked up; where you are without it.")
  }

  static let rideID = Argument<String?>(
    "RIDE", help: "The ride's id; your current ride without it.")
}
