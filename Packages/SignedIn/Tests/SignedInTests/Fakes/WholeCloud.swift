import Core
import CoreTesting
import FoundationEssentials

@testable import SignedIn

extension RoutedCloudTransport {
  /// A cloud that has something of everything, and ranks places as it is asked to.
  static let signedIn = RoutedCloudTransport { request in
    switch "\(request.method) \(request.path.joined(separator: "/"))" {
    case "get places": try .document(PlaceList(places: places(for: request.query)))
    case "get ride-options": try .document(RideOptionList(options: RideOption.samples))
    case "get nearby-cars": try .document(NearbyCarList(cars: NearbyCar.samples))
    case "get rides": try .document(RideList(rides: [.sample(state: .completed)]))
    case "get rides/ride-1", "post rides": try .document(Ride.sample())
    case "post rides/ride-1/cancellation": try .document(Ride.sample(state: .cancelled))
    case "get sessions": try .document(SessionList(sessions: [.sample]))
    default: nil
    }
  }

  private static func places(for query: [String: String]) -> [Place] {
    let found = [Place.operaHouse, .operaBar, .appleStore].filter {
      $0.name.lowercased().hasPrefix(query["query"]?.lowercased() ?? "")
    }
    return query["ranking"] == "nearness" ? found.reversed() : found
  }
}

extension SessionSummary {
  fileprivate static let sample = SessionSummary(
    id: Identifier("other-session"), openedAt: Ride.sample().requestedAt,
    usedAt: Ride.sample().requestedAt, endsAt: Ride.sample().requestedAt, isCurrent: false)
}
