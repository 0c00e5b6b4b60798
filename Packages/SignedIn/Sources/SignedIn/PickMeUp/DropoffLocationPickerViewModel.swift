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
    guard let search = beginSearch(for: query) else { return }
    do {
      try await wallClock.sleep(for: Self.debounce)
    } catch {
      // The rider has left the screen: the result is not needed.
      return
    }
    await finish(search, query: query, limit: limit)
  }

  /// Searches at once, for a query that is complete.
  func search(for query: String, limit: Int) async {
    guard let search = beginSearch(for: query) else { return }
    await finish(search, query: query, limit: limit)
  }

  func select(_ place: Place) {
    let isBare = place.name == place.location.description
    responder?.placeSelected(Waypoint(place.location, name: isBare ? nil : place.name))
  }

  private func beginSearch(for query: String) -> Int? {
    newestSearch += 1
    guard !query.trimmingBlanks.isEmpty else {
      phase = .idle
      return nil
    }
    do throws(LocationError) {
      let typed = try Location(parsing: query)
      phase = .found([Place(Waypoint(typed), near: location)])
      return nil
    } catch .notTwoNumbers {
      phase = .searching
      return newestSearch
    } catch {
      phase = .outOfRange(error)
      return nil
    }
  }

  private func finish(_ search: Int, query: String, limit: Int) async {
    guard search == newestSearch else { return }
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
    guard search == newestSearch else { return }
    phase = result
  }
}
