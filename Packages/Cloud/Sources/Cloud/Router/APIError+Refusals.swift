import CloudDomain
import Core

extension APIError {
  /// The error response for what the rules refuse.
  init(_ refusal: RideRefusal) {
    switch refusal {
    case .noSuchRide(let id):
      self = .notFound("ride", id.rawValue, hint: "Look at the history of your rides.")
    case .noSuchOffer(let id):
      self = .notFound("offer", id.rawValue, hint: "Look at your status.")
    case .keyReused: self = .keyReused
    case .underway(let id, let state):
      self.init(
        .rideUnderway, message: "The ride '\(id)' is under way.",
        hint: state.isCancellable
          ? "Cancel it first, or wait until it ends." : "Wait until it ends.")
    case .notCancellable(let id, let state):
      self.init(
        .rideNotCancellable, message: "The ride '\(id)' has \(state.isEnded ? "ended" : "begun").",
        hint: "A ride can be cancelled until the rider is in the car.")
    case .stillDriving:
      self.init(
        .rideUnderway, message: "A ride of yours is under way.",
        hint: "Complete it, or give it back first.")
    case .stillRiding:
      self.init(
        .rideUnderway, message: "A ride that you have requested is under way.",
        hint: "Cancel it, or wait until it ends.")
    case .offerClosed:
      self.init(
        .offerClosed, message: "The offer is not open any more.", hint: "Wait for the next one.")
    case .feeChanged(let fee):
      self.init(
        .feeChanged, message: "Cancelling this ride now costs \(fee).",
        hint: "Cancel it again if you agree to that.")
    case .tooFarFromPickup, .noNearer, .tooEarlyForArrival, .wrongStep, .alreadyStarted,
      .tooEarlyForNoShow, .notCompleted, .nobodyToTip, .nobodyToBlock:
      self = .wrongStep(refusal)
    case .notDriver:
      self.init(
        .notDriver, message: "You are not registered as a driver.", hint: "Register your car first."
      )
    case .noCode:
      self = .invalid(
        "code", "The start needs a code.",
        hint: "Ask the rider for the four digits that the ride shows.")
    case .wrongCode(let left):
      self.init(
        .wrongCode,
        message: left > 0
          ? "That is not the code of this ride."
          : "You entered \(DispatchRules.mostWrongCodes) wrong codes, so the ride was offered to others.",
        hint: left > 0
          ? "Make sure that this is your rider, and ask again: after \(left) more you lose the ride."
          : "Wait for the next offer.", field: "code")
    case .otherCar(let car):
      self.init(
        .changedMeanwhile, message: "The car is now '\(car.model)', \(car.plate).", hint: "")
    case .notAdmitted(let obstacle): self = .notAdmitted(obstacle)
    case .noShift: self.init(.noShift, message: "No shift is open.", hint: "Start one first.")
    case .shiftMissed(let count):
      self.init(
        .noShift, message: "You missed \(count) offers in a row, which ended your shift.",
        hint: "Start another one when you can answer.")
    case .jump(let meters, let seconds):
      self = .invalid(
        "latitude",
        "That is \(Int((meters / 1000).rounded())) km from where you were \(Int(seconds)) s ago.",
        hint:
          "Report your position every few seconds; wait a little, or end the shift and start one where "
          + "you are.")
    case .shiftOpen:
      self.init(.shiftOpen, message: "A shift is open.", hint: "End it before you change the car.")
    case .plateTaken(let plate):
      self.init(
        .plateTaken, message: "Another driver has registered the plate '\(plate)'.",
        hint: "Check the plate.", field: "plate")
    case .alreadyTipped:
      self.init(
        .rated, message: "You have given another tip for this ride.", hint: "A tip is given once.")
    case .alreadyRated:
      self.init(.rated, message: "You have rated this ride.", hint: "A ride is rated once.")
    }
  }

  private static func notAdmitted(_ obstacle: DriverObstacle) -> APIError {
    switch obstacle.kind {
    case .approvalAwaited:
      APIError(
        .driverNotAdmitted, message: "You cannot drive before you are approved.",
        hint: "Wait until the operator of this cloud has approved you and your car.")
    case .suspended:
      APIError(
        .driverNotAdmitted,
        message:
          "You have been suspended as a driver. The reason: \(obstacle.reason ?? "none is given")",
        hint: "Ask the operator of this cloud.")
    }
  }

  /// The texts of what is not the next step of a ride.
  private static func wrongStep(_ refusal: RideRefusal) -> APIError {
    let (message, hint): (String, String) =
      switch refusal {
      case .tooFarFromPickup(let meters):
        (
          "The pick-up is \(Int(meters)) m away.",
          "Be within \(Int(DispatchRules.arrivalDistance)) m of it."
        )
      case .noNearer:
        (
          "You are no nearer to the pick-up than when you accepted the ride.",
          "Come within \(Int(DispatchRules.progress)) m of the pick-up, or as much nearer to it than you were."
        )
      case .tooEarlyForArrival(let seconds):
        (
          "You accepted the ride too recently to have driven to its pick-up.",
          "Say that you have arrived when you are there, in \(Int(seconds.rounded(.up))) s at the earliest."
        )
      case .wrongStep(let step, let state):
        (
          "'\(step.rawValue)' is not the next step of a ride that is \(state.name).",
          "The steps are \(RideAdvance.Step.allCases.map(\.rawValue).joined(separator: ", "))."
        )
      case .tooEarlyForNoShow(let waited):
        (
          waited.map { "You have waited \(max(0, Int($0))) s for the rider." }
            ?? "You have not arrived.",
          "Wait \(Int(DispatchRules.noShow / 60)) minutes at the pick-up."
        )
      case .notCompleted(let id):
        ("The ride '\(id)' is not completed.", "Wait until it is.")
      case .nobodyToTip(let id):
        ("The driver of the ride '\(id)' has deleted the account.", "Nobody would get the tip.")
      case .nobodyToBlock(let id):
        (
          "The ride '\(id)' has nobody to block.",
          "Block a driver who has accepted a ride; simulated drivers cannot be blocked."
        )
      default: ("The ride has started or ended.", "A ride can be given back until its start.")
      }
    return APIError(.wrongStep, message: message, hint: hint)
  }
}
