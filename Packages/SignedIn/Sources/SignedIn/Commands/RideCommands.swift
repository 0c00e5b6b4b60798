import Commands
import Core
public import Terminal

/// The ride that a command is about.
func rideID(completing rides: Completion) -> Argument<String?> {
  Argument(
    "RIDE", kind: .standard.completing(rides),
    help: "The ride's id or its beginning; your current ride without it.")
}

extension Command where Context: SignedInContext {
  /// Everything about rides.
  ///
  /// - Parameters:
  ///   - places: The completion of places.
  ///   - rides: The completion of the rider's rides.
  public static func ride(completing places: Completion, rides: Completion = .none) -> Command {
    Command(
      "ride", summary: "Ask for a ride, watch it, cancel it, look back.",
      examples: [CommandExample("koober ride status", "Show your current ride.")],
      subcommands: [
        rideOptions(completing: places), rideRequest(completing: places),
        rideStatus(rideID(completing: rides)), rideCancel(rideID(completing: rides)),
        rideHistory,
      ])
  }
}

/// The ends of a trip on the command line.
struct TripOptions {
  let to: Option<PlaceReference>
  let from: Option<PlaceReference?>

  /// - Parameter places: The completion of places.
  init(completing places: Completion) {
    to = Option(
      "to", kind: .place(completing: places), help: "Where to go: a name, an id or LAT,LON.")
    from = Option(
      "from", kind: .place(completing: places),
      help: "Where to be picked up; where you are without it.")
  }
}
