import Core
import SignedIn

@MainActor
func options(
  signedIn: SignedInContainer, pickup: Location, dropoff: Location
) async throws -> [RideOption] {
  #if MISTAKE
    _ = signedIn.makePickMeUpContainer(pickup: Waypoint(pickup))
  #endif
  return try await signedIn.rideOptions(to: .location(dropoff), from: .location(pickup)).options
}
