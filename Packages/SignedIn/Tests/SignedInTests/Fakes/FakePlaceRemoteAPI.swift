import Core
import CoreTesting

@testable import SignedIn

/// Places whose searches answer at once, or when the test lets them.
actor FakePlaceRemoteAPI: PlaceRemoteAPI {
  private(set) var queries: [String] = []
  private let places: [Place]
  private var error: CloudError?
  private let isHeld: Bool
  private var gates: [String: Gate] = [:]

  init(places: [Place] = [], error: CloudError? = nil, isHeld: Bool = false) {
    self.places = places
    self.error = error
    self.isHeld = isHeld
  }

  func searchPlaces(
    matching query: String, near location: Location?, limit: Int
  ) async throws(CloudError) -> [Place] {
    queries.append(query)
    if isHeld { await gate(of: query).pass() }
    if let error { throw error }
    return Array(places.filter { $0.name.lowercased().contains(query.lowercased()) }.prefix(limit))
  }

  func place(_ id: Identifier<Place>) throws(CloudError) -> Place {
    guard let place = places.first(where: { $0.id == id }) else {
      throw .refused(ErrorResponse(.notFound, message: "No such place.").error)
    }
    return place
  }

  /// Answers from now on.
  func recover() {
    error = nil
  }

  /// Returns once the search for a query waits for its answer.
  func waitForSearch(_ query: String) async throws {
    try await gate(of: query).waitForArrival()
  }

  /// Lets the waiting search for a query answer.
  func answer(_ query: String) async {
    await gate(of: query).open()
  }

  private func gate(of query: String) -> Gate {
    let gate = gates[query] ?? Gate()
    gates[query] = gate
    return gate
  }
}

extension Place {
  /// The Opera House.
  static let operaHouse = Place(id: Identifier("1"), name: "Opera House", location: .operaHouse)
  /// The Apple Store.
  static let appleStore = Place(id: Identifier("2"), name: "Apple Store", location: .appleStore)
  /// Another place with a name that contains that of the first.
  static let operaBar = Place(id: Identifier("3"), name: "Opera Bar", location: .operaHouse)
}
