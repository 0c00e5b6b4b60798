import Core

/// What a trip costs and how long it takes.
///
/// The price is built like a taxi meter's: a flag fall, an amount per kilometre and one per
/// minute, with a least price. The structure is that of the fares orders under the Point to Point
/// Transport (Taxis and Hire Vehicles) Act 2016 (NSW); the amounts are Koober's own.
struct Tariff: Equatable, Sendable {
  /// ISO 4217.
  static let currency = "AUD"

  /// In cents.
  let flagFall: Double
  /// In cents per kilometre.
  let perKilometre: Double
  /// In cents per minute.
  let perMinute: Double
  /// In cents.
  let least: Double

  init(for option: RideOptionKind) {
    switch option {
    case .wallabee: (flagFall, perKilometre, perMinute, least) = (250, 145, 40, 900)
    case .wallaroo: (flagFall, perKilometre, perMinute, least) = (350, 190, 55, 1200)
    case .kangaroo: (flagFall, perKilometre, perMinute, least) = (500, 260, 75, 1800)
    }
  }

  /// Returns the price, rounded to whole cents.
  ///
  /// - Parameters:
  ///   - distance: In metres.
  ///   - duration: In seconds.
  func price(distance: Double, duration: Double) -> Money {
    let cents = flagFall + perKilometre * distance / 1000 + perMinute * duration / 60
    return Money(currency: Self.currency, minorUnits: Int(max(least, cents).rounded()))
  }
}

/// How long cars take.
enum TravelTime {
  /// In metres per second: 25 km/h, traffic lights included.
  private static let citySpeed = 25 / 3.6
  /// In metres per second: 80 km/h.
  private static let highwaySpeed = 80 / 3.6
  /// The first part of a trip that goes through city streets, in metres.
  private static let cityDistance = 12_000.0

  /// Returns the seconds for a way, of which everything after the first 12 km is highway.
  static func seconds(for distance: Double) -> Double {
    let city = min(distance, cityDistance)
    return city / citySpeed + (distance - city) / highwaySpeed
  }
}
