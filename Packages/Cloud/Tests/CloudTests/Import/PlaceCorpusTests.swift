import Basics
import Core
import CoreTesting
import Testing

@testable import Cloud
@testable import CloudStore

/// Small files in the shapes that the world's have: what is found in them, and what is left out.
struct PlaceCorpusTests {
  private let folder: TemporaryFolder
  private let cloud = TestCloud()

  init() throws { folder = try TemporaryFolder() }

  struct Example: Sendable, CustomTestStringConvertible {
    let file: String
    let text: String
    /// What is typed, and the name and location that is found first.
    let searches: [String: String]
    var withoutLocation: (count: Int, line: Int)?
    var withoutName: (count: Int, line: Int)?

    var testDescription: String { file }
  }

  private static func geoNames(
    _ id: Int, _ name: String, _ ascii: String, _ others: String, _ point: String
  ) -> String {
    "\(id)\t\(name)\t\(ascii)\t\(others)\t\(point)\tP\tPPL\tXX\t\t\t\t\t\t0\t\t5\tZone\t2020-01-01\n"
  }

  private static func collection(_ features: String...) -> String {
    "{\"type\": \"FeatureCollection\",\n\"features\": [\n\(features.joined(separator: ",\n"))\n]}\n"
  }

  private static func feature(_ geometry: String, _ properties: String) -> String {
    "{\"type\": \"Feature\", \"geometry\": \(geometry), \"properties\": {\(properties)}}"
  }

  private static let tables = [
    Example(
      file: "world.txt",
      text: geoNames(
        2_761_369, "Wien", "Wien", "VIE,Vienna,Vienne,Bécs,Вена,ウィーン", "48.20849\t16.37208")
        + geoNames(1_850_147, "東京", "Tokyo", "Tokio,Токио,TYO", "35.6895\t139.69171")
        + geoNames(264_371, "Αθήνα", "Athina", "Athens,Athen,أثينا", "37.98376\t23.72784")
        + geoNames(1_275_339, "मुंबई", "Mumbai", "Bombay,BOM", "19.07283\t72.88261")
        + geoNames(7, "Lost Town", "Lost Town", "", "\t")
        + geoNames(10, "Half Town", "Half Town", "", "\t0")
        + geoNames(8, "", "Only ASCII", "", "1\t2") + geoNames(9, "", "", "", "3\t4"),
      searches: [
        "vienna": "Wien 48.20849,16.37208", "becs": "Wien 48.20849,16.37208",
        "вена": "Wien 48.20849,16.37208", "tokyo": "東京 35.6895,139.69171",
        "athens": "Αθήνα 37.98376,23.72784", "أثينا": "Αθήνα 37.98376,23.72784",
        "bombay": "मुंबई 19.07283,72.88261", "मुंबई": "मुंबई 19.07283,72.88261",
        "only": "Only ASCII 1.0,2.0",
      ],
      withoutLocation: (2, 5), withoutName: (1, 8)),
    Example(
      file: "countries.csv",
      text: """
        country,latitude,longitude,name
        AD,42.546245,1.601554,Andorra
        UM,,,"U.S. Minor Outlying Islands"
        XK,"","  ",Kosovo
        WF,-13.3,,Wallis and Futuna
        CI,7.539989,-5.54708,"Côte d'Ivoire"
        ZZ,-19.0,29.1,
        """,
      searches: [
        "andorra": "Andorra 42.546245,1.601554", "cote": "Côte d'Ivoire 7.539989,-5.54708",
      ],
      withoutLocation: (3, 3), withoutName: (1, 7)),
    Example(
      file: "Filialen Süd.csv",
      text: "\u{FEFF}sep=;\r\nNr;Name;Name_EN;Straße, Ort;Lat;Lon\r\n"
        + "1;\"Köln; Dom\";Cologne Cathedral;\"a;b\";50,9413;6,958\r\n"
        + "2;\"Zürich\r\nHauptbahnhof\";;c;47,378177;8,540192\r\n3;Büro ohne Ort;;d;;\r\n",
      searches: [
        "cologne": "Köln; Dom 50.9413,6.958",
        "zurich haupt": "Zürich Hauptbahnhof 47.378177,8.540192",
      ],
      withoutLocation: (1, 6)),
    Example(
      file: "tabs.csv", text: "name\tlat\tlng\told_name\nCần Thơ\t10.0\t105.8\tTrấn Giang\n",
      searches: ["can tho": "Cần Thơ 10.0,105.8", "tran giang": "Cần Thơ 10.0,105.8"]),
    Example(
      file: "names.csv",
      text: """
        id,name,name:en,alt_name,int_name,name:etymology,lat,lon
        1,ירושלים,Jerusalem,Al-Quds;Hierosolyma,,Peace,31.77,35.21
        2,,Second Only,,,,-33.5,151.5
        """,
      searches: [
        "jerusalem": "ירושלים 31.77,35.21", "hierosol": "ירושלים 31.77,35.21",
        "quds": "ירושלים 31.77,35.21", "second": "Second Only -33.5,151.5", "peace": "",
      ]),
  ]

  private static let geoJSON = [
    Example(
      file: "shapes.geojson",
      text: collection(
        feature(#"{"type": "Point", "coordinates": [151.2, -33.8]}"#, #""name": "Before""#),
        feature("null", #""name": "Unlocated""#),
        feature(#"{"type": "Point", "coordinates": []}"#, #""name": "Empty Point""#),
        feature(#"{"type": "Point", "coordinates": [null, null]}"#, #""name": "Null Point""#),
        feature(#"{"type": "Point", "coordinates": [151.2, null]}"#, #""name": "Half Point""#),
        feature(#"{"type": "GeometryCollection", "geometries": []}"#, #""name": "No Geometry""#),
        "{\"type\": \"Feature\", \"properties\": {\"name\": \"No Member\"}}",
        feature(#"{"type": "Point", "coordinates": [1, 2]}"#, #""name": null"#),
        "{\"type\": \"Feature\", \"geometry\": {\"type\": \"Point\", \"coordinates\": [1, 2]}}",
        feature(
          #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[11,48]}]}"#,
          #""name": "Collected""#),
        feature(#"{"coordinates": [[12, 49, 300]], "type": "MultiPoint"}"#, #""name": "Multi""#),
        feature(
          #"{"type": "Polygon", "coordinates": [[[0, 0], [0, 2], [4, 2], [4, 0], [0, 0]]]}"#,
          #""NAME": "Lake Area", "name_fr": "Lac""#),
        feature(#"{"type": "LineString", "coordinates": [[5, 6], [7, 8]]}"#, #""name": "Trail""#),
        feature(
          #"{"type": "Polygon", "coordinates": [[[179, 0], [-179, 0], [-179, 1], [179, 0]]]}"#,
          #""name": "Dateline""#),
        feature(#"{"type": "Point", "coordinates": [151.3, -33.9]}"#, #""name": "After""#)),
      searches: [
        "before": "Before -33.8,151.2", "after": "After -33.9,151.3",
        "collected": "Collected 48.0,11.0",
        "multi": "Multi 49.0,12.0", "lac": "Lake Area 1.0,2.0", "trail": "Trail 6.0,5.0",
      ],
      withoutLocation: (7, 4), withoutName: (2, 10))
  ]

  private func find(_ query: String) async throws -> String {
    let search = PlaceSearch(query: query, near: nil, limit: 1)
    return try await cloud.makeClient().call(CloudAPI.searchPlaces, parameters: search)
      .places.first.map { "\($0.name) \($0.location)" } ?? ""
  }

  @Test(arguments: tables + geoJSON)
  func `A file is imported, and what has no location or name is left out and counted`(
    example: Example
  ) async throws {
    let importer = CloudContainer(dependencies: cloud).makePlaceImporter()
    let path = try folder.write(example.text, to: example.file)

    let summary = try await importer.importPlaces(from: path)

    for (query, place) in example.searches { #expect(try await find(query) == place, "\(query)") }
    let expected = ["location": example.withoutLocation, "name": example.withoutName]
      .compactMapValues { $0.map { PlaceImportSummary.LeftOutRows(count: $0, firstLine: $1) } }
    #expect(summary.leftOut == expected)
    let again = try await importer.importPlaces(from: path)
    #expect(again.skipped == summary.imported && again.imported == 0)
    let line = [example.withoutLocation?.line, example.withoutName?.line].compactMap(\.self).min()
    if let line {
      let error = await #expect(throws: PlaceImportError.self) {
        try await importer.importPlaces(from: path, isStrict: true)
      }
      #expect(error?.problem.message.contains("line \(line): ") == true)
    }
  }

  @Test func `What was imported and left out is told in sentences`() {
    var summary = PlaceImportSummary(imported: 3, classes: ["street": 2, "hotel": 1])
    summary.leftOut = [
      "location": .init(count: 2, firstLine: 228), "name": .init(count: 1, firstLine: 7),
    ]

    #expect(
      summary.text == """
        3 imported, 0 updated, 0 skipped. 2 without a location left out, the first in line 228. \
        1 without a name left out, the first in line 7. By class: hotel 1, street 2.
        """)
  }
}

/// Places of one file are never those of another.
struct PlaceSourceTests {
  private let folder: TemporaryFolder
  private let cloud = TestCloud()

  init() throws { folder = try TemporaryFolder() }

  private func places(_ query: String) async throws -> [String] {
    let search = PlaceSearch(query: query, near: nil, limit: 20)
    return try await cloud.makeClient().call(CloudAPI.searchPlaces, parameters: search)
      .places.map { "\($0.id) \($0.name)" }
  }

  private func add(
    _ text: String, as file: String, source: String? = nil
  ) async throws -> PlaceImportSummary {
    try await CloudContainer(dependencies: cloud).makePlaceImporter().importPlaces(
      from: try folder.write(text, to: file), source: source)
  }

  private static let head = "id,name,lat,lon\n"

  @Test func `Files with the same identifiers keep their places, and a file updates its own`()
    async throws
  {
    let line = PlaceImporterTests.geoNamesLine(1, "Depot Town")
    #expect(try await add(Self.head + "1,Depot North,1,2\n", as: "depots.csv").imported == 1)
    #expect(try await add(Self.head + "1,Depot East,1,3\n", as: "a b/clinics.csv").imported == 1)
    #expect(try await add(line, as: "depots.txt").imported == 1)
    let feature =
      #"{"type":"FeatureCollection","features":[{"id":1,"geometry":{"type":"Point","#
      + #""coordinates":[2,1]},"properties":{"name":"Depot West"}}]}"#
    #expect(try await add(feature, as: "東京.geojson").imported == 1)
    #expect(try await add(feature, as: "大阪.geojson").imported == 1)
    let update = try await add(Self.head + "1,Depot South,1,2\n", as: "other/depots.csv")
    #expect(
      update.text == """
        0 imported, 1 updated, 0 skipped. The data set 'depots', which has the file's name, had those \
        that were updated; name another one with --source.
        """)

    #expect(
      try await places("depot").sorted() == [
        "%E5%A4%A7%E9%98%AA:1 Depot West", "%E6%9D%B1%E4%BA%AC:1 Depot West",
        "clinics:1 Depot East", "depots:1 Depot South", "geonames-1 Depot Town",
      ])
  }

  /// No name and identifier together are those of another source.
  @Test(arguments: [
    ("opera", "house"), ("opera-house", ""), ("geonames", "1"), ("osm", "n1"), ("a:b", "c"),
  ])
  func `A data set is none of the built-in ones, nor another`(
    source: String, id: String
  ) async throws {
    _ = try await add(PlaceImporterTests.geoNamesLine(1, "Depot Town"), as: "AU.txt")
    _ = try await add(Self.head + "b:c,Depot Colon,1,2\n", as: "x.csv", source: "a")

    let added = try await add(Self.head + "\(id),Depot Other,3,4\n", as: "y.csv", source: source)

    #expect(added.imported == 1)
    #expect(try await places("depot").count == 3)
    #expect(try await places("opera") == ["opera-house Opera House"])
  }

  @Test(arguments: ["", " ", " a", "a\n", String(repeating: "a", count: 101)])
  func `A data set has a name of 1 to 100 bytes`(source: String) async throws {
    await #expect(throws: PlaceImportError.badSource) {
      try await add(Self.head, as: "x.csv", source: source)
    }
    #expect(PlaceImportError.badSource.problem.kind == .usage)
  }

  @Test func `A named data set is the same in another file`() async throws {
    _ = try await add(Self.head + "1,Depot North,1,2\n", as: "may.csv", source: "depots")

    let added = try await add(
      Self.head + "1,Depot North,1,3\n", as: "june.csv", source: "depots")

    #expect(added == PlaceImportSummary(updated: 1))
  }

  @Test func `Without a data set's name a place is known by its name and location`() async throws {
    let importer = CloudContainer(dependencies: cloud).makePlaceImporter()
    for text in ["1,Depot North,1,2\n", "1,Depot South,3,4\n", "1,Depot North,1,2\n"] {
      let pipe = try Subprocess(
        "cat", [try folder.write(Self.head + text, to: "piped")], output: .pipe)
      _ = try await importer.importPlaces(
        from: "/proc/self/fd/\(try #require(pipe.outputPipe))", format: .csv)
      #expect(pipe.wait() == .exited(0))
    }

    let names = try await places("depot").map { $0.split(separator: " ")[2] }
    #expect(names.sorted() == ["North", "South"])
  }
}
