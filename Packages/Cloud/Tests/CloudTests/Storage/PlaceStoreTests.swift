import Core
import CoreTesting
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

struct PlaceStoreTests {
  private static func place(_ id: String, _ name: String, _ north: Double = 0) -> Place {
    Place(
      id: Identifier(id), name: name,
      location: Location(nearestTo: 48 + north / 1000, 11))
  }

  private let munich = Location(nearestTo: 48, 11)

  @discardableResult
  private func add(_ places: [Place], to store: SQLStore) throws -> PlaceImportSummary {
    var rest = places[...]
    return try store.importPlaces(wrap: PlaceImportError.database) { () throws(PlaceImportError) in
      rest.popFirst().map { ImportedPlace($0) }
    }
  }

  private func names(
    _ text: String, near: Location? = nil, limit: Int = 10, ranking: PlaceRanking = .match,
    in store: SQLStore
  ) throws -> [String] {
    let query = PlaceQuery(text: text, near: near, limit: limit, ranking: ranking)
    return try store.places(matching: #require(query)).map(\.name)
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A new cloud knows Sydney`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let query = PlaceQuery(
        text: "opera", near: .defaultLocation, limit: 5, ranking: .match)
      let found = try store.places(matching: #require(query))

      #expect(found.map(\.name) == ["Opera House"])
      #expect(found.first?.location == .operaHouse)
      #expect(
        found.first?.distanceMeters
          == Int(Location.defaultLocation.distance(to: .operaHouse).rounded()))
      #expect(try store.place(Identifier("moma"))?.name == "MOMA")
      #expect(try store.place(Identifier("MOMA")) == nil)
    }
  }

  @Test(
    arguments: StoreUnderTest.allCases,
    [
      ("lodz", "Łódź"), ("smorrebrod", "Smørrebrød"), ("uber strasse", "Über Straße"),
      ("straße", "Über Straße"), ("aether", "Æther"), ("ÇELİK", "Çelik"), ("opera", "L'Opéra"),
      ("sodermalm", "So\u{308}dermalm"), ("хрещатик", "Хрещатик"), ("αθηνα", "Αθήνα"),
      ("東", "東京"), ("42", "Gate 42b"), ("ß", "Ssaki"), ("Ł", "Łódź"),
    ])
  func `Letters are found without their marks and case`(
    kind: StoreUnderTest, example: (query: String, name: String)
  ) throws {
    try kind.withStore { (store) throws in
      try add([Self.place("a", example.name), Self.place("b", "Xxx")], to: store)

      #expect(try names(example.query, in: store).contains(example.name))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Better matches come first, and nearer ones among equals`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try add(
        [
          Self.place("1", "Old Park", 0), Self.place("2", "Park Lane", 2),
          Self.place("3", "Parkway", 1), Self.place("4", "Park", 9), Self.place("5", "Spark", 0),
        ], to: store)

      #expect(
        try names("park", near: munich, in: store)
          == ["Park", "Parkway", "Park Lane", "Old Park"])
      #expect(
        try names("park", near: munich, ranking: .nearness, in: store)
          == ["Old Park", "Parkway", "Park Lane", "Park"])
      #expect(try names("park", in: store) == ["Park", "Park Lane", "Parkway", "Old Park"])
      #expect(try names("park", near: munich, limit: 2, in: store) == ["Park", "Parkway"])
      #expect(try names("pa ol", in: store) == ["Old Park"])
      #expect(try names("park x", in: store) == [])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Every word of a long query counts`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try add([Self.place("1", "Alpha Beta Gamma Delta Epsilon")], to: store)

      #expect(try names("epsilo gam a delt be gam", in: store).count == 1)
      #expect(try names("epsilo gam x delt be gam", in: store) == [])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `The nearest of very many matches are found`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let places = (0..<3000).map { index in
        let name = index.isMultiple(of: 2) ? "Park \(index)" : "Green Park \(index)"
        return Self.place("\(index)", name, Double(index * 7919 % 3000))
      }
      try add(places, to: store)

      for center in [munich, Location(nearestTo: -33, 151)] {
        let nearest = places.sorted {
          $0.location.distance(to: center) < $1.location.distance(to: center)
        }
        #expect(
          try names("p", near: center, ranking: .nearness, in: store)
            == nearest.prefix(10).map(\.name))
        #expect(
          try names("p", near: center, in: store)
            == nearest.filter { $0.name.hasPrefix("Park") }.prefix(10).map(\.name))
      }
      #expect(
        try names("green p", limit: 3, in: store) == [
          "Green Park 1", "Green Park 1001", "Green Park 1003",
        ])
      #expect(try names("p", limit: 3, in: store) == ["Park 0", "Park 10", "Park 100"])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Nearness crosses the meridian of 180 degrees`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let fiji = Location(nearestTo: -17, 179.9)
      try add(
        [
          Place(id: Identifier("w"), name: "Port W", location: Location(nearestTo: -17, 178)),
          Place(id: Identifier("e"), name: "Port E", location: Location(nearestTo: -17, -179.9)),
        ], to: store)

      #expect(try names("port", near: fiji, in: store) == ["Port E", "Port W"])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A further name finds a place like its own, and is not shown`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      var rest = [
        ImportedPlace(Self.place("1", "Wien", 5), otherNames: ["Vienna", "Vienne", "Park Hof"]),
        ImportedPlace(Self.place("2", "Vienna Road", 1), otherNames: []),
        ImportedPlace(Self.place("3", "Old Vienna", 0), otherNames: []),
        ImportedPlace(Self.place("4", "Vienna Hill", 2), otherNames: ["Vienna"]),
      ][...]
      _ = try store.importPlaces(wrap: PlaceImportError.database) { () throws(PlaceImportError) in
        rest.popFirst()
      }

      for near in [munich, nil] {
        #expect(
          try Set(names("vienna", near: near, limit: 2, in: store)) == ["Wien", "Vienna Hill"])
        #expect(
          try names("vienna", near: near, in: store).suffix(2) == ["Vienna Road", "Old Vienna"])
        #expect(try names("park h", near: near, in: store) == ["Wien"])
        #expect(try names("vienne park", near: near, in: store) == ["Wien"])
      }
      #expect(
        try names("vien", near: munich, ranking: .nearness, in: store)
          == ["Old Vienna", "Vienna Road", "Vienna Hill", "Wien"])

      rest = [ImportedPlace(Self.place("1", "Wien", 5), otherNames: ["Beč"])]
      let again = try store.importPlaces(wrap: PlaceImportError.database) {
        () throws(PlaceImportError) in rest.popFirst()
      }
      #expect(again == PlaceImportSummary(updated: 1))
      #expect(try names("vienne", in: store) == [])
      #expect(try names("bec", in: store) == ["Wien"])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `An import adds, updates and skips`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let first = [Self.place("a", "Alpha"), Self.place("b", "Beta"), Self.place("c", "Gamma")]
      #expect(try add(first, to: store) == PlaceImportSummary(imported: 3))
      #expect(try add(first, to: store) == PlaceImportSummary(skipped: 3))

      let second = [
        Self.place("a", "Alpha"), Self.place("b", "Delta"), Self.place("c", "Gamma", 1),
      ]
      #expect(try add(second, to: store) == PlaceImportSummary(updated: 2, skipped: 1))

      #expect(try names("beta", in: store) == [])
      #expect(try names("delta", in: store) == ["Delta"])
      #expect(try store.place(Identifier("c")) == second[2])
      #expect(try names("gamma", near: munich, in: store) == ["Gamma"])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A source that fails leaves nothing behind`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let error = PlaceImportError.badLine(path: "f", line: 2, reason: "it is bad")

      var rest = [Self.place("a", "Alpha")][...]

      #expect(throws: error) {
        try store.importPlaces(wrap: PlaceImportError.database) { () throws(PlaceImportError) in
          guard let place = rest.popFirst() else { throw error }
          return ImportedPlace(place)
        }
      }

      #expect(try names("alpha", in: store) == [])
      #expect(try add([Self.place("a", "Alpha")], to: store).imported == 1)
    }
  }

  @Test(
    arguments: StoreUnderTest.allCases,
    [
      "\"", "'", "opera*", "opera AND", "NEAR(opera house)", "-opera", "opera:house", "^opera",
      "(((((", "opera\" OR \"x", "folded : x", "\\", "%", "_", "a\u{0}b", "| & ! <->", ":*",
    ])
  func `A query is no program`(kind: StoreUnderTest, text: String) throws {
    try kind.withStore { (store) throws in
      guard let query = PlaceQuery(text: text, near: nil, limit: 5, ranking: .match) else {
        return
      }
      let found = try store.places(matching: query)
      #expect(found.allSatisfy { $0.name == "Opera House" })
    }
  }
}
