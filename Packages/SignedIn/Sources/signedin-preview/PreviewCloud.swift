import Core
import CoreTesting
import FoundationEssentials

/// A cloud for the preview, in which one ride takes a minute.
actor PreviewCloud: CloudTransport {
  private static let places = [
    Place(id: Identifier("1"), name: "Opera House", location: .operaHouse, distanceMeters: 770),
    Place(id: Identifier("2"), name: "Apple Store", location: .appleStore, distanceMeters: 550),
  ]

  private var ride: PreviewRide?

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    // A preview that is left needs no answer any more.
    try? await Task.sleep(for: .milliseconds(300))
    do {
      return try answer(request)
    } catch {
      throw .unreachable(reason: "the preview cannot read the request")
    }
  }

  private func answer(_ request: CloudRequest) throws -> CloudResponse {
    switch (request.method, request.path.first, request.path.count) {
    case (.get, "places", 1): try .document(PlaceList(places: places(request.query)))
    case (.get, "nearby-cars", _): try .document(NearbyCarList(cars: PreviewRide.cars))
    case (.get, "ride-options", _): try .document(RideOptionList(options: PreviewRide.options))
    case (.get, "map", _): try .document(MapTile())
    case (.post, "rides", 1): try request.body.map(begin) ?? .refusal(.invalidRequest)
    case (.post, "rides", 3): try cancel()
    case (.get, "rides", 1): try .document(RideList(rides: rides))
    case (.get, "rides", 2): try rides.first.map { try .document($0) } ?? .refusal(.notFound)
    default: try .refusal(.noSuchEndpoint)
    }
  }

  private var rides: [Ride] { [ride?.ride(at: Date())].compactMap { $0 } }

  private func places(_ query: [String: String]) -> [Place] {
    let name = query["query"]?.lowercased() ?? ""
    let found = Self.places.filter { $0.name.lowercased().contains(name) }
    guard query["ranking"] == PlaceRanking.nearness.rawValue else { return found }
    return found.sorted { ($0.distanceMeters ?? 0) < ($1.distanceMeters ?? 0) }
  }

  private func begin(_ body: Data) throws -> CloudResponse {
    let ride = PreviewRide(
      request: try JSONCoding.decode(RideRequest.self, from: body), requestedAt: Date())
    self.ride = ride
    return try .document(ride.ride(at: Date()), status: 201)
  }

  private func cancel() throws -> CloudResponse {
    ride?.isCancelled = true
    return try rides.first.map { try .document($0) } ?? .refusal(.notFound)
  }
}
