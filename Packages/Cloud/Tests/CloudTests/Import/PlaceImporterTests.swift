import Basics
import BasicsTesting
import CloudDomain
import Core
import CoreTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import Cloud
@testable import CloudStore

struct PlaceImporterTests {
  private let folder: TemporaryFolder
  private let cloud = TestCloud()
  private var importer: PlaceImporter { CloudContainer(dependencies: cloud).makePlaceImporter() }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A line of a GeoNames file.
  static func geoNamesLine(_ id: Int, _ name: String, _ point: String = "48.1\t11.5") -> String {
    "\(id)\t\(name)\t\(name)\tA,B\t\(point)\tP\tPPL\tDE\t\t02\t\t\t\t0\t\t5\tEurope/Berlin\t2020-01-01"
  }

  private func names(_ query: String) async throws -> [String] {
    let search = PlaceSearch(query: query, near: nil, limit: 100)
    return try await cloud.makeClient().call(CloudAPI.searchPlaces, parameters: search)
      .places.map { "\($0.id) \($0.name) \($0.location)" }
  }

  @Test func `A GeoNames file is imported`() async throws {
    let text = Self.geoNamesLine(1, "München") + "\n" + Self.geoNamesLine(2, "Münster") + "\r\n\n"
    let path = try folder.write(text, to: "DE.txt")

    let summary = try await importer.importPlaces(from: path)

    #expect(summary == PlaceImportSummary(imported: 2))
    #expect(
      try await names("mun") == [
        "geonames-1 München 48.1,11.5", "geonames-2 Münster 48.1,11.5",
      ])
    #expect(try await importer.importPlaces(from: path) == PlaceImportSummary(skipped: 2))
  }

  @Test(arguments: [
    "name,latitude,longitude,id\nPark,1,2,a\n", "NAME , Lat,LNG,ID\nPark,1.0,2e0,a",
    "id,lon,lat,name\r\na,2,1,Park\r\n", "\u{FEFF}name,lat,lon,id\nPark,1,2,a\n\n",
    "x,\"name\",lat,lon,id\n\"1,\n2\",\"Park\",\"1\",2,a\n",
    "name,lat,lon,id\n Park , 1 , 2 , a \n",
  ])
  func `A CSV file is imported`(text: String) async throws {
    let path = try folder.write(text, to: "places.csv")

    #expect(try await importer.importPlaces(from: path) == PlaceImportSummary(imported: 1))
    #expect(try await names("park") == ["places:a Park 1.0,2.0"])
  }

  @Test func `A quoted name may have commas, quotation marks and any script`() async throws {
    let text = "name,lat,lon,id\n\"Café \"\"Łuk\"\", 東京\",1,2,a\n"
    let path = try folder.write(text, to: "places.csv")

    _ = try await importer.importPlaces(from: path)

    #expect(try await names("luk") == ["places:a Café \"Łuk\", 東京 1.0,2.0"])
  }

  @Test func `A place without an identifier keeps the one that follows from it`() async throws {
    let path = try folder.write("name,lat,lon\nPark,1,2\nPark,1,3\n", to: "places.csv")

    #expect(try await importer.importPlaces(from: path) == PlaceImportSummary(imported: 2))
    #expect(try await importer.importPlaces(from: path) == PlaceImportSummary(skipped: 2))
  }

  @Test(arguments: [
    #"{"type":"FeatureCollection","features":[\#(feature)]}"#,
    #"{"features":[\#(feature)],"x":{"a":[1,{"]":"}"}]},"type":"FeatureCollection"}"#,
    "\u{FEFF}\n{ \"type\" : \"FeatureCollection\" , \"features\" : [ \(feature) ] }\r\n",
  ])
  func `A GeoJSON file is imported`(text: String) async throws {
    let path = try folder.write(text, to: "places.geojson")

    #expect(try await importer.importPlaces(from: path) == PlaceImportSummary(imported: 1))
    #expect(try await names("park") == ["places:a Park é😀 1.0,2.0"])
  }

  private static let feature =
    #"{"type":"Feature","bbox":[1,2],"id":"a","geometry":{"coordinates":[2,1,50],"type":"Point"},"#
    + #""properties":{"tags":{"name":"no"},"n":null,"name":"Park \u00e9\ud83d\ude00"}}"#

  @Test(arguments: [
    (#""id":7"#, "", "7"), ("", #","id":"b""#, "b"), (#""id":"a""#, #","id":"b""#, "a"),
    (#""id":null"#, #","id":8"#, "8"),
  ])
  func `A feature's identifier comes before that of its properties`(
    id: String, property: String, found: String
  ) async throws {
    let text =
      #"{"type":"FeatureCollection","features":[{"# + (id.isEmpty ? "" : id + ",")
      + #""geometry":{"type":"Point","coordinates":[2,1]},"properties":{"name":"Park"\#(property)}}]}"#
    let path = try folder.write(text, to: "places.json")

    _ = try await importer.importPlaces(from: path)

    #expect(try await names("park") == ["places:\(found) Park 1.0,2.0"])
  }

  @Test(arguments: [
    (geoNamesLine(1, "A"), PlaceFileFormat.geonames), ("name,lat,lon\nA,1,2", .csv),
    (#" {"type":"FeatureCollection","features":[]}"#, .geojson),
  ])
  func `The format is detected by the content where the name does not`(
    text: String, format: PlaceFileFormat
  ) async throws {
    let path = try folder.write(text, to: "places")

    let told = try await importer.importPlaces(from: path)

    let again = try await importer.importPlaces(from: path, format: format)
    #expect(again.skipped == told.imported)
  }

  @Test(arguments: ["", "places", "\u{0}\u{1}"])
  func `A file of no format is refused`(text: String) async throws {
    let path = try folder.write(text, to: "places")

    await #expect(throws: PlaceImportError.unknownFormat(path: path)) {
      try await importer.importPlaces(from: path)
    }
  }

  @Test(arguments: [
    ([0x1F, 0x8B, 8], "compressed by gzip", "gzip -dc"),
    (Array("PK\u{3}\u{4}".utf8), "ZIP", "unzip"),
    (Array("BZh9".utf8), "bzip2", "bzip2 -dc"), ([0xFD, 0x37, 0x7A, 0x58], "xz", "xz -dc"),
    ([0xFF, 0xFE, 0x69, 0], "in UTF-16", "iconv"), ([0xFE, 0xFF, 0, 0x69], "in UTF-16", "iconv"),
  ])
  func `A file in another form is named, with the command that converts it`(
    bytes: [UInt8], form: String, command: String
  ) async throws {
    for name in ["places.csv", "AU.txt", "places"] {
      let path = try folder.write(Data(bytes), to: name)

      let error = await #expect(throws: PlaceImportError.self) {
        try await importer.importPlaces(from: path)
      }

      #expect(error?.problem.kind == .badData)
      #expect(error?.problem.message.contains("\(path) is ") == true)
      #expect(error?.problem.message.contains(form) == true)
      #expect(error?.problem.hint.contains("\(command) ") == true)
    }
  }

  @Test func `A missing file is named`() async throws {
    let path = folder.path(of: "none.csv")

    let error = await #expect(throws: PlaceImportError.self) {
      try await importer.importPlaces(from: path)
    }

    #expect(error?.problem.kind == .noInput)
    #expect(error?.problem.message.contains(path) == true)
  }

  @Test func `A folder is no file`() async throws {
    let error = await #expect(throws: PlaceImportError.self) {
      try await importer.importPlaces(from: folder.path, format: .csv)
    }

    #expect(error?.problem.kind == .noInput)
    #expect(error?.problem.message.contains("Is a directory") == true)
  }

  @Test func `Progress is reported, and ends with everything`() async throws {
    let lines = (0..<2500).map { Self.geoNamesLine($0, "Place \($0)") }
    let text = lines.joined(separator: "\n")
    let path = try folder.write(text, to: "places.txt")
    let told = Mutex<[PlaceImportProgress]>([])

    _ = try await importer.importPlaces(from: path) { progress in
      told.withLock { $0.append(progress) }
    }

    let all = told.withLock { $0 }
    #expect(all.map(\.places) == [1000, 2000, 2500])
    #expect(all.last?.bytesRead == text.utf8.count)
    #expect(all.allSatisfy { $0.totalBytes == text.utf8.count })
  }

  @Test func `A cancelled import imports nothing`() async throws {
    let lines = (0..<2000).map { Self.geoNamesLine($0, "Place \($0)") }
    let path = try folder.write(lines.joined(separator: "\n"), to: "places.txt")

    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await importer.importPlaces(from: path)
    }

    await #expect(throws: PlaceImportError.cancelled(path: path)) { try await task.outcome() }
    #expect(try await names("place") == [])
  }
}
