import Core

/// The car and the driver of a ride, decided by the ride's seed.
///
/// The lists may only grow by new versions of this type: rides that are stored refer to them by
/// position.
struct Crew: Equatable, Sendable {
  let driverName: String
  let carModel: String
  /// Two letters, two digits, two letters, as on New South Wales plates, with a K for Koober first.
  let plate: String

  init(seed: UInt64, option: RideOptionKind) {
    var numbers = SeededNumbers(seed)
    driverName = Self.driverNames[numbers.next(below: Self.driverNames.count)]
    let models = Self.carModels(for: option)
    carModel = models[numbers.next(below: models.count)]
    let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ")
    let letter = { (numbers: inout SeededNumbers) in letters[numbers.next(below: letters.count)] }
    let start = "K\(letter(&numbers))"
    let digits = "\(numbers.next(below: 10))\(numbers.next(below: 10))"
    plate = "\(start) \(digits) \(letter(&numbers))\(letter(&numbers))"
  }

  private static let driverNames = [
    "Ruby", "Jack", "Matilda", "Noah", "Charlotte", "Oliver", "Isla", "William", "Amelia",
    "Thomas", "Mei", "Arjun", "Layla", "Nguyen", "Sofia", "Kofi", "Ava", "Mateo", "Zara", "Leo",
  ]

  private static func carModels(for option: RideOptionKind) -> [String] {
    switch option {
    case .wallabee: ["Toyota Yaris", "Mazda 2", "Hyundai i20", "Kia Picanto"]
    case .wallaroo: ["Toyota Camry", "Mazda 6", "Hyundai Ioniq", "Tesla Model 3"]
    case .kangaroo: ["Kia Carnival", "Toyota HiAce", "Hyundai Staria", "LDV Mifa"]
    }
  }
}
