import Core
import FoundationEssentials

/// The car and the driver of a ride, decided by the ride's seed and by when it was requested.
///
/// Names and models are appended in a roster with a date: rides that were requested before keep
/// their car and driver, because they choose among the earlier rosters only.
struct DriverAssignment: Equatable, Sendable {
  let driverName: String
  let carModel: String
  /// Two letters, two digits, two letters, as on New South Wales plates, with a K for Koober first.
  let plate: String

  /// - Parameter rosters: In the order of their dates; the first one has none.
  init(
    seed: UInt64, option: RideOptionKind, requestedAt: Date,
    rosters: [DriverRoster] = DriverRoster.all
  ) {
    let rosters = rosters.filter { $0.since.map { $0 <= requestedAt } ?? true }
    let names = rosters.flatMap(\.driverNames)
    let models = rosters.flatMap { $0.carModels[option] ?? [] }
    var numbers = SplitMix64(seed)
    driverName = names[numbers.next(below: names.count)]
    carModel = models[numbers.next(below: models.count)]
    let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ")
    let letter = { (numbers: inout SplitMix64) in letters[numbers.next(below: letters.count)] }
    let start = "K\(letter(&numbers))"
    let digits = "\(numbers.next(below: 10))\(numbers.next(below: 10))"
    plate = "\(start) \(digits) \(letter(&numbers))\(letter(&numbers))"
  }
}

/// Drivers and cars that rides get from a date on.
struct DriverRoster: Sendable {
  /// `nil` for the beginning.
  let since: Date?
  let driverNames: [String]
  let carModels: [RideOptionKind: [String]]

  /// Only ever appended to, by a roster whose date is in the future.
  static let all = [
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
