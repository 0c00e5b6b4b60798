import Basics
package import Core
package import FoundationEssentials

/// The car and the driver of a ride, decided by the ride's seed and by when it was requested.
///
/// Names and models are appended in a roster with a date: rides that were requested before keep
/// their car and driver, because they choose among the earlier rosters only.
package struct DriverAssignment: Equatable, Sendable {
  package let driverName: String
  package let carModel: String
  /// Two letters, two digits, two letters, as on New South Wales plates, with a K for Koober first.
  package let plate: String

  /// - Parameter rosters: In the order of their dates; the first one has none.
  package init(
    seed: UInt64, option: RideOptionKind, requestedAt: Date,
    rosters: [DriverRoster] = DriverRoster.all
  ) {
    let rosters = rosters.filter { $0.since.map { $0 <= requestedAt } ?? true }
    let names = rosters.count == 1 ? rosters[0].driverNames : rosters.flatMap(\.driverNames)
    let models = rosters.flatMap { $0.carModels[option] ?? [] }
    var numbers = SplitMix64(seed)
    driverName = names[numbers.next(below: names.count)]
    carModel = models[numbers.next(below: models.count)]
    var plate = Array("K".utf8)
    for place in "L 00 LL".utf8 {
      switch place {
      case UInt8(ascii: "L"): plate.append(Self.letters[numbers.next(below: Self.letters.count)])
      case UInt8(ascii: "0"): plate.append(place + UInt8(numbers.next(below: 10)))
      default: plate.append(place)
      }
    }
    self.plate = String(decoding: plate, as: UTF8.self)
  }

  private static let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
}

/// Drivers and cars that rides get from a date on.
package struct DriverRoster: Sendable {
  /// `nil` for the beginning.
  package let since: Date?
  package let driverNames: [String]
  package let carModels: [RideOptionKind: [String]]

  /// Only ever appended to, by a roster whose date is in the future.
  package static let all = [
    DriverRoster(
      since: nil,
      driverNames: [
        "Ruby", "Jack", "Matilda", "Noah", "Charlotte", "Oliver", "Isla", "William", "Amelia",
        "Thomas", "Mei", "Arjun", "Layla", "Nguyen", "Sofia", "Kofi", "Ava", "Mateo", "Zara", "Leo",
      ],
      carModels: [
        .wallabee: ["Toyota Yaris", "Mazda 2", "Hyundai i20", "Kia Picanto"],
        .wallaroo: ["Toyota Camry", "Mazda 6", "Hyundai Ioniq", "Tesla Model 3"],
        .kangaroo: ["Kia Carnival", "Toyota HiAce", "Hyundai Staria", "LDV Mifa"],
      ])
  ]
}
