import Basics
import Core
import Observation

/// "Where to?": a search as the rider types, in which only the newest query counts.
@MainActor @Observable final class DropoffLocationPickerViewModel {
  enum Phase: Equatable {
    case idle
    case searching
    case found([Place])
    case failed(CloudError)
    /// The typed numbers are off the globe.
    case outOfRange(LocationError)
  }

  static let debounce = Duration.milliseconds(150)

  private(set) var phase = Phase.idle

  /// Counts the queries, so that the result of an older one can be dropped.
  private var newestSearch = 0
  private let placeRemoteAPI: any PlaceRemoteAPI
  private let wallClock: any WallClock
  private let location: Location?
  private weak var responder: (any PlaceSelectedResponder)?

  init(
    placeRemoteAPI: any PlaceRemoteAPI, wallClock: any WallClock, near location: Location?,
    responder: (any PlaceSelectedResponder)?
  ) {
    (self.placeRemoteAPI, self.wallClock) = (placeRemoteAPI, wallClock)
    (self.location, self.responder) = (location, responder)
  }

  /// The found places, best first; empty before.
  var places: [Place] { if case .found(let places) = phase { places } else { [] } }

  /// Searches once the rider has paused; called with every change of the typed text.
  func queryChanged(to query: String, limit: Int) async {
    newestSearch += 1
    let search = newestSearch
    phase = answerAtOnce(to: query)
    // The sleep of a rider who has left the screen fails: the result is not needed.
    guard phase == .searching, (try? await wallClock.sleep(for: Self.debounce)) != nil,
      search == newestSearch
    else { return }
    let result: Phase
    do throws(CloudError) {
      var places = try await placeRemoteAPI.searchPlaces(
        matching: query, near: location, limit: limit)
      if places.isEmpty, search == newestSearch {
        places = try await placeRemoteAPI.searchPlaces(
          nearlyMatching: query, near: location, limit: limit)
      }
      result = .found(places)
    } catch {
      result = .failed(error)
    }
    if search == newestSearch { phase = result }
  }

  /// What a query shows before the cloud is asked.
  private func answerAtOnce(to query: String) -> Phase {
    guard !query.trimmingBlanks.isEmpty else { return .idle }
    do throws(LocationError) {
      return .found([Place(Waypoint(try Location(parsing: query)), near: location)])
    } catch .notTwoNumbers {
      return .searching
    } catch {
      return .outOfRange(error)
    }
  }

  func select(_ place: Place) {
    let isBare = place.name == place.location.description
    responder?.placeSelected(Waypoint(place.location, name: isBare ? nil : place.name))
  }
}
