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
  static func csv(count: Int) -> [UInt8] {
    var text = "id,name,latitude,longitude\n"
    for place in (0..<count).lazy.map(place) {
      text += "\(place.id),\(place.name),\(place.latitude),\(place.longitude)\n"
    }
    return Array(text.utf8)
  }

  static func place(
    _ number: Int
  ) -> (id: String, name: String, latitude: Double, longitude: Double) {
    // The factors share no divisor with what they are reduced by, so that neighboring numbers have
    // other names and other points.
    let beginning = beginnings[number * 7 % beginnings.count]
    let ending = endings[number / beginnings.count % endings.count]
    let kind = kinds[number / 11 % kinds.count]
    return (
      "p\(number)", "\(beginning)\(ending)\(kind) \(number / 400)",
      Double(number * 7919 % 17_000) / 100 - 85, Double(number * 104_729 % 35_900) / 100 - 179.5
    )
  }

  /// The words that a rider types to find places, letter by letter.
  static let keystrokes: [String] = ["corington beach", "éliville", "wald", "sanhaven sta", "yar"]
    .flatMap { name in name.indices.map { String(name[...$0]) } }
}
