import Basics
import Console
import Core
import Observation
import Terminal

/// Shows that the location is being found, and why it could not be.
@MainActor @Observable final class GettingLocationScreen: NavigableScreen {
  let navigator: Navigator
  private let model: GettingLocationViewModel
  private let profile: RiderProfile

  init(model: GettingLocationViewModel, profile: RiderProfile, navigator: Navigator) {
    (self.model, self.profile, self.navigator) = (model, profile, navigator)
  }

  var isBusy: Bool { model.phase == .locating }
  func work() async { await model.begin() }

  var content: ScreenContent {
    // A short wait needs no choices.
    ScreenContent(facts: lines, choices: isBusy ? [] : actions.choices)
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: "\("Koober", .heading)", status: Styled(profile.nickname), hints: actions.hints)
    let body = page.draw(in: &frame)
    let region = body.rows > 4 ? body.splitTop(1).rest : body
    var shown = lines
    if isBusy { shown[0] = "\(frame.spinner) \(shown[0])" }
    frame.write(shown.flatMap { $0.wrapped(to: max(1, region.columns)) }, in: region)
  }

  private var lines: [Styled] {
    guard case .failed(let problem) = model.phase else { return ["Getting your location"] }
    return .error("Your location cannot be found.", because: problem)
  }

  func handle(_ key: Key) { actions.perform(key) }

  private var actions: [KeyAction] {
    guard case .failed = model.phase else { return navigator.shortcuts(on: self) }
    let retry = KeyAction(.enter, "Try again") { [self] in Task.immediate { await model.begin() } }
    return [retry] + navigator.menu(on: self)
  }
}

/// Receives the rider's location; implemented above its determination.
@MainActor protocol PickupLocatedResponder: AnyObject {
  func pickupLocated(at location: Location)
}

/// Determines the rider's location, with retries.
@MainActor @Observable final class GettingLocationViewModel {
  typealias Responder = PickupLocatedResponder & RideAcceptedResponder

  enum Phase: Equatable {
    case locating
    /// The error is shown, and the rider may try again.
    case failed(Problem)
    case located(Location)
    /// There is nothing to locate: the rider has a ride already.
    case underway(Ride)
  }

  private(set) var phase = Phase.locating
  private let locator: any Locator
  private let rideRemoteAPI: any RideRemoteAPI
  private weak var responder: (any Responder)?

  init(locator: any Locator, rideRemoteAPI: any RideRemoteAPI, responder: (any Responder)?) {
    (self.locator, self.rideRemoteAPI, self.responder) = (locator, rideRemoteAPI, responder)
  }

  /// Continues with the current ride or, without one, with the rider's location;
  /// also the retry after a failure.
  func begin() async {
    phase = .locating
    do throws(CloudError) {
      let ride = try await rideRemoteAPI.currentRide()
      responder?.rideAccepted(ride)
      phase = .underway(ride)
    } catch .refused(let detail) where detail.code == .notFound {
      await locate()
    } catch {
      phase = .failed(error.problem)
    }
  }

  func locate() async {
    phase = .locating
    do throws(FileError) {
      let location = try await locator.currentLocation()
      responder?.pickupLocated(at: location)
      phase = .located(location)
    } catch {
      phase = .failed(error.problem)
    }
  }
}
