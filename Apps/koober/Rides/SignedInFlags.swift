import FeatureFlags
import SignedIn

extension Feature {
  /// The flags of a signed-in rider.
  static let signedIn = Feature(
    flags: FlagSet(
      document: PackageResources.signed_in_flags_json,
      substitutions: [dropoffRankings, rideOptionsLayouts]))
}

/// What comes first when a rider looks for a place.
let dropoffRankings = Substitution<any DropoffRanking>(
  flag: "dropoff-ranking", default: "match", { MatchFirstRanking() },
  alternatives: ["nearness": { NearnessFirstRanking() }])

/// How the kinds of ride are laid out.
let rideOptionsLayouts = Substitution<any RideOptionsLayout>(
  flag: "ride-options-layout", default: "table", { TableRideOptionsLayout() },
  alternatives: ["cards": { CardRideOptionsLayout() }])
