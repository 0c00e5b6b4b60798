import Basics
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud

struct BadPlaceFileTests {
  private let folder: TemporaryFolder
  private let cloud = TestCloud()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A file, the line that is bad, and a part of the reason.
  struct Example: Sendable, CustomTestStringConvertible {
    let format: PlaceFileFormat
    let bytes: [UInt8]
    let line: Int
    let reason: String

    init(_ format: PlaceFileFormat, _ text: String, line: Int, _ reason: String) {
      self.init(format, Array(text.utf8), line: line, reason)
    }

    init(_ format: PlaceFileFormat, _ bytes: [UInt8], line: Int, _ reason: String) {
      self.format = format
      self.bytes = bytes
      self.line = line
      self.reason = reason
    }

    var testDescription: String { "\(format.rawValue): \(reason)" }
  }

  private static let good = PlaceImporterTests.geoNamesLine(1, "Good") + "\n"

  private static let geoNames = [
    Example(.geonames, good + "a\tb\n", line: 2, "there are 2 columns instead of 19"),
    Example(.geonames, good + good + "x", line: 3, "there are 1 columns instead of 19"),
    Example(
      .geonames, PlaceImporterTests.geoNamesLine(2, "A", "91\t0"), line: 1,
      "the latitude 91.0 is not in -90...90"),
    Example(
      .geonames, PlaceImporterTests.geoNamesLine(2, "A", "1\t-180.5"), line: 1,
      "the longitude -180.5 is not in -180...180"),
    Example(
      .geonames, PlaceImporterTests.geoNamesLine(2, "A", "x\t0"), line: 1,
      "the latitude 'x' is no number"),
    Example(
      .geonames, PlaceImporterTests.geoNamesLine(2, "A", "nan\t0"), line: 1, "is no number"),
    Example(
      .geonames, PlaceImporterTests.geoNamesLine(2, "A", "0x10\t0"), line: 1, "is no number"),
    Example(
      .geonames, PlaceImporterTests.geoNamesLine(2, "A\u{7}"), line: 1,
      "the name contains a control character"),
    Example(
      .geonames, PlaceImporterTests.geoNamesLine(2, String(repeating: "a", count: 201)), line: 1,
      "the name is longer than 200 characters"),
    Example(
      .geonames, Array(good.utf8) + [0xC3, 0x28, 0x0A], line: 2, "the text is not in UTF-8"),
    Example(
      .geonames, good + String(repeating: "a", count: 2 << 20), line: 2,
      "the line is longer than 1024 KiB"),
    Example(.geonames, "\t" + good, line: 1, "there are 20 columns instead of 19"),
    Example(.geonames, good.replacing("1\tGood", with: "\tGood"), line: 1, "geonameid is empty"),
  ]

  private static let csv = [
    Example(.csv, "", line: 1, "the header has no column 'name'"),
    Example(.csv, "name,lat\nA,1\n", line: 1, "the header has no column 'longitude'"),
    Example(.csv, "name,lat,latitude,lon\n", line: 1, "the header has two columns for 'latitude'"),
    Example(.csv, "name,lat,lon\nA,1,2\nB,1\n", line: 3, "there are 2 fields instead of 3"),
    Example(.csv, "name,lat,lon\n\"A\nB\",1,x\n", line: 2, "the longitude 'x' is no number"),
    Example(.csv, "name;lat;lon\nA;1,5;2.5,1\n", line: 2, "the longitude '2.5,1' is no number"),
    Example(.csv, "name,lat,lon\n,151,2\n", line: 2, "the latitude 151.0 is not in"),
    Example(.csv, "name,lat,lon\nA,1,\"2\n", line: 2, "a quoted field has no end"),
    Example(.csv, "name,lat,lon\nA\"B,1,2\n", line: 2, "a quotation mark stands within"),
    Example(.csv, "name,lat,lon\n\"A\"B,1,2\n", line: 2, "text follows a quoted field"),
    Example(.csv, "name,lat,lon\n\"A\n\",1,2\nB,1,200\n", line: 4, "the longitude 200.0 is not in"),
    Example(
      .csv, Array("name,lat,lon\nA,1,2\n".utf8) + [0xFF], line: 3, "fields instead of 3"),
    Example(
      .csv, Array("name,lat,lon\nA,1,2\n".utf8) + [0xFF] + Array(",1,2".utf8), line: 3,
      "the text is not in UTF-8"),
    Example(
      .csv, "name,lat,lon\n\"" + String(repeating: "a", count: 2 << 20), line: 2,
      "the record is longer than 1024 KiB"),
  ]

  private static func collection(_ features: String) -> String {
    "{\"type\":\"FeatureCollection\",\n\"features\":[\(features)]}"
  }

  private static let point = #"{"type":"Point","coordinates":[2,1]}"#

  private static func header(columns: Int) -> String {
    "name,latitude,longitude" + String(repeating: ",x", count: columns - 3)
  }

  private static let wideCSV = [
    Example(.csv, header(columns: 1023) + "\na", line: 2, "1 fields instead of 1023"),
    Example(.csv, header(columns: 1024) + "\na", line: 2, "1 fields instead of 1024"),
    Example(.csv, header(columns: 1025) + "\na", line: 1, "more than 1024 fields"),
    Example(
      .csv, String(repeating: ",", count: 1 << 20), line: 1, "more than 1024 fields"),
  ]

  private static let geoJSON = [
    Example(.geojson, "", line: 1, "expected '{'"),
    Example(.geojson, "[]", line: 1, "expected '{'"),
    Example(.geojson, "{}", line: 1, "the document is no FeatureCollection"),
    Example(
      .geojson, #"{"type":"Feature","features":[]}"#, line: 1,
      "the document is no FeatureCollection"),
    Example(
      .geojson, collection(#"{"geometry":{"type":"LineString","coordinates":[[1,2],[1,151]]}}"#),
      line: 2, "feature 1: the latitude 151.0 is not in"),
    Example(
      .geojson, collection(#"{"geometry":{"type":"Polygon","coordinates":[[[1,2],[-181,1]]]}}"#),
      line: 2, "feature 1: the longitude -181.0 is not in"),
    Example(
      .geojson,
      collection(
        #"{"geometry":{"type":"Point","coordinates":[200,1]},"properties":{"name":"A"}}"#), line: 2,
      "feature 1: the longitude 200.0 is not in"),
    Example(
      .geojson,
      collection(
        #"{"geometry":{"type":"Point","coordinates":["a",1]},"properties":{"name":"A"}}"#), line: 2,
      "expected a number"),
    Example(.geojson, collection(#"{"geometry":\#(point)"#), line: 2, "expected ',' or '}'"),
    Example(.geojson, collection("") + "x", line: 2, "expected the end after the value"),
    Example(.geojson, collection("").replacing("]}", with: "]"), line: 2, "expected ',' or '}'"),
    Example(.geojson, collection(#"{"id":"\x"}"#), line: 2, "unknown escape"),
    Example(.geojson, collection(#"{"id":"\ud800"}"#), line: 2, "half of a surrogate pair"),
    Example(.geojson, collection("{\"id\":\"a\nb\"}"), line: 2, "control character"),
    Example(
      .geojson, Array(#"{"type":""#.utf8) + [0xFF] + Array("\"}".utf8), line: 1,
      "the text is not valid UTF-8"),
    Example(
      .geojson, #"{"x":"# + String(repeating: "[", count: 300), line: 1, "more than 256 levels deep"
    ),
    Example(.geojson, #"{"x":[1}}"#, line: 1, "expected ',' or ']'"),
    Example(.geojson, #"{"x":,"y":1}"#, line: 1, "expected a value"),
  ]

  @Test(arguments: geoNames + csv + wideCSV + geoJSON)
  func `A bad line is named by its number and the reason`(example: Example) async throws {
    let path = try folder.write(Data(example.bytes), to: "places")
    let importer = CloudContainer(dependencies: cloud).makePlaceImporter()

    let error = await #expect(throws: PlaceImportError.self) {
      try await importer.importPlaces(from: path, format: example.format)
    }

    guard case .badLine(path, let line, let reason)? = error else {
      Issue.record("It is \(String(describing: error)).")
      return
    }
    #expect(line == example.line)
    #expect(reason.contains(example.reason), "\(reason)")
    #expect(error?.problem.kind == .badData)
    let search = PlaceSearch(query: "good", near: nil, limit: 1)
    let found = try await cloud.makeClient().call(CloudAPI.searchPlaces, parameters: search)
    #expect(found.places == [])
  }
}
