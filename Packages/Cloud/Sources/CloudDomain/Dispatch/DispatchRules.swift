import Core

/// The times, distances and fees by which rides are handed to drivers, in seconds, meters and cents.
package enum DispatchRules {
  /// How long a driver has to answer.
  package static let offer = Double(RideOffer.duration)
  /// How many offers of a ride may be open at once after one has expired, where a flag says so.
  package static let mostAtOnce = 2
  /// How many offers that a driver misses in a row end the shift.
  package static let mostMissed = RideOffer.mostMissed
  /// How many seconds farther away a driver counts for each offer passed by, and for how many at most.
  package static let passedOffer = 30.0
  package static let mostPassed = 10
  /// How many seconds farther away a driver counts for a ride that somebody in the same network was asked
  /// for before: more than any other driver's way, and less than what batched matching lets a ride wait.
  package static let sameNetwork = 2000.0
  /// How soon an answer is one that has kept nobody waiting.
  package static let quickAnswer = 3.0
  /// How many such answers of a ride leave no trace: others could burn its search with them.
  package static let mostForgiven = 3
  /// How long a driver is looked for.
  package static let search = 120.0
  /// How old a position may be for an offer.
  package static let freshness = Double(DriverPosition.freshness)
  /// After this silence before the start a driver loses the ride.
  package static let silence = Double(DriverPosition.longestSilence)
  /// After this silence on the trip it is taken for completed: the rider must not pay for hours.
  package static let tripSilence = 600.0
  /// After three times its planned time and this, counted from the start of a server at the earliest, a trip is
  /// taken for completed: nobody is kept in it.
  package static let tripDelay = 3600.0
  /// How long after the acceptance a rider may cancel for nothing, whatever the driver does.
  package static let freeCancellation = 60 * Double(CancellationFee.freeMinutes)
  /// By how much a driver has to have come nearer to earn anything, unless so near to the pick-up.
  package static let progress = 100.0
  /// How long a driver waits at the pick-up before the rider counts as absent.
  package static let noShow = 60 * Double(RideAbandonment.noShowMinutes)
  /// The fee of a late cancellation or an absence, in cents.
  package static let fee = 500
  /// How near to the pick-up a driver has arrived.
  package static let arrivalDistance = Double(RideAdvance.arrivalMeters)
  /// How many wrong codes a driver may enter before the ride is lost.
  package static let mostWrongCodes = RideAdvance.mostWrongCodes
  /// The part of a way's planned time that it takes at least.
  package static let shortestPart = RideAdvance.shortestPart
  /// How long a trip takes at least for the whole fare.
  package static let shortestTrip = 10.0
  /// How long before the pick-up a car counts as arriving.
  package static let arrival = 60
  /// The highest plausible speed, 250 km/h, in meters per second.
  package static let fastest = 70.0
  /// The tolerated errors of positions together, in meters; what was used comes back with ``fastest``.
  package static let positionError = 2000.0
  /// The most drivers whose ways to one pick-up are compared.
  package static let mostCompared = 8
  /// The most rides that are matched in one round, the oldest: the time of an assignment grows with
  /// the square of their number, and the next round comes soon.
  package static let mostMatched = 200
  /// How often servers look for what is to be done.
  package static let round = Duration.milliseconds(500)
  /// How long batched matching collects rides and drivers.
  package static let batch = 2.0
  /// How long one way of matching is used before the flag is asked again.
  package static let window = 3600.0
  /// Rides that are requested this early in a window are not measured: which drivers are free, and
  /// where, still follows from the matcher of the window before.
  package static let carryOver = 600.0
  /// An offer this early in a window may come from a round that began in the one before.
  package static let handover = 60.0
  /// How long after a window its last pick-ups were: the search and 8 km at 25 km/h take 1270 s.
  package static let lastPickup = 1800.0
  /// How many windows are looked at for some that no server has recorded: those of a week.
  package static let recordedWindows = 7 * 24

  /// The largest search radius, in meters.
  package static let farthest = 8000.0

  /// How far away a driver may be: one kilometer at first, eight after a minute.
  package static func radius(after seconds: Double) -> Double {
    min(farthest, 1000 + max(0, seconds) / 60 * 7000)
  }
}
