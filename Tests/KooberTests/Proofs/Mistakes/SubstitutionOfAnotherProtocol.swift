import FeatureFlags
import SignedIn

@testable import koober

#if MISTAKE
  typealias DefaultRanking = CardRideOptionsLayout
#else
  typealias DefaultRanking = MatchFirstRanking
#endif

let dropoffRanking = Substitution<any DropoffRanking>(
  flag: "dropoff-ranking", default: "match", { DefaultRanking() },
  alternatives: ["nearness": { NearnessFirstRanking() }])
