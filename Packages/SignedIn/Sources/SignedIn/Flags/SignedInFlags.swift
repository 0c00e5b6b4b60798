import Core
public import FeatureFlags

extension FlagSet {
  /// The flags of a signed-in rider.
  public static let signedIn = FlagSet(
    document: PackageResources.signed_in_flags_json,
    substitutions: [placeRanking, rideOptionsLayout])
}

/// The order of found places: the best match or the nearest first.
let placeRanking = Substitution<PlaceRanking>(
  flag: "dropoff-ranking", default: "match", product: .match, alternatives: ["nearness": .nearness])

/// How the kinds of ride are laid out.
let rideOptionsLayout = Substitution<any RideOptionsLayout>(
  flag: "ride-options-layout", default: "table", { TableRideOptionsLayout() },
  alternatives: ["cards": { CardRideOptionsLayout() }])
