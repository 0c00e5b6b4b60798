/// Places with names as places have them: one to three words, some with an accent.
enum GeneratedPlaces {
  private static let beginnings = [
    "Alb", "Bel", "Cor", "Dar", "Éli", "Fern", "Gar", "Hal", "Il", "Jes", "Kirr", "Lan", "Mar",
    "Nor", "Ol", "Par", "Quea", "Ros", "San", "Tor", "Und", "Vau", "Wal", "Yar", "Zet",
  ]
  private static let endings = [
    "ington", "bourne", "dale", "field", "haven", "lea", "mont", "ridge", "stead", "ville", "wick",
    "worth", "ão", "ière", "stätt",
  ]
  private static let kinds = ["", " Beach", " Hill", " Point", " Street", " Station", " Park Road"]

  /// A file of comma-separated values with so many places, all of them different.
  static func csv(count: Int, name: (Int) -> String = GeneratedPlaces.name) -> String {
    (0..<count).reduce(into: "id,name,latitude,longitude\n") { text, number in
      let (latitude, longitude) = location(number)
      text += "p\(number),\(name(number)),\(latitude),\(longitude)\n"
    }
  }

  // The factors share no divisor with what they are reduced by, so that neighboring numbers have
  // other names and other points.
  static func name(_ number: Int) -> String {
    let ending = endings[number / beginnings.count % endings.count]
    let kind = kinds[number / 11 % kinds.count]
    return "\(beginning(number))\(ending)\(kind) \(number / 400)"
  }

  /// A name of one of 25 words and a number.
  static func shortName(_ number: Int) -> String { "\(beginning(number)) \(number / 400)" }

  private static func beginning(_ number: Int) -> String {
    beginnings[number * 7 % beginnings.count]
  }

  static func location(_ number: Int) -> (latitude: Double, longitude: Double) {
    (Double(number * 7919 % 17_000) / 100 - 85, Double(number * 104_729 % 35_900) / 100 - 179.5)
  }

  /// The words that a rider types to find places, letter by letter.
  static let keystrokes: [String] = ["corington beach", "éliville", "wald", "sanhaven sta", "yar"]
    .flatMap { name in name.indices.map { String(name[...$0]) } }
}
