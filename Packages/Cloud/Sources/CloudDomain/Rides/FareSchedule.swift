package import Core

/// The fares of a ride option.
///
/// The fare is built like a taxi meter's: a flag fall, a rate per kilometer, a rate per
/// minute and a minimum fare. The structure is that of the fares orders under the Point to Point
/// Transport (Taxis and Hire Vehicles) Act 2016 (NSW); the amounts are Koober's own.
package struct FareSchedule: Equatable, Sendable {
  /// ISO 4217.
  package static let currency = "AUD"

  /// In cents.
  package let flagFall: Double
  /// In cents per kilometer.
  package let perKilometer: Double
  /// In cents per minute.
  package let perMinute: Double
  /// In cents.
  package let minimumFare: Double

  package init(for option: RideOptionKind) {
    switch option {
    case .wallabee: (flagFall, perKilometer, perMinute, minimumFare) = (250, 145, 40, 900)
    case .wallaroo: (flagFall, perKilometer, perMinute, minimumFare) = (350, 190, 55, 1200)
    case .kangaroo: (flagFall, perKilometer, perMinute, minimumFare) = (500, 260, 75, 1800)
    }
  }

  /// Returns the fare of a distance in meters and a duration in seconds, rounded to whole cents.
  package func price(distance: Double, duration: Double) -> Money {
    let cents = flagFall + perKilometer * distance / 1000 + perMinute * duration / 60
    return Money(currency: Self.currency, minorUnits: Int(max(minimumFare, cents).rounded()))
  }
}

/// The duration of a trip.
package enum TravelTime {
  /// In meters per second: 80 km/h.
  private static let highwaySpeed = 80 / 3.6
  /// The first part of a trip that goes through city streets, in meters.
  private static let cityDistance = 12_000.0

  /// Returns the seconds of a distance in meters; all after the first 12 km is highway.
  package static func seconds(for distance: Double) -> Double {
    let city = min(distance, cityDistance)
    return city / Location.citySpeed + (distance - city) / highwaySpeed
  }
}
