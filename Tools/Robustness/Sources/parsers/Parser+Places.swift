import Basics
@testable import Cloud
@testable import CloudRoutes
@testable import CloudStore
import Core
import Foundation
import Glibc

extension Parser {
  /// Records stay the same when they are written and read again.
  static func csv(_ input: [UInt8]) throws -> String? {
    if let records = try? CSV.records(of: string(input)).map(\.texts) {
      let text = records.map { $0.map(CSV.field).joined(separator: ",") + "\n" }.joined()
      let again = try? CSV.records(of: text).map(\.texts)
      if let problem = difference("written and read again", records, again) { return problem }
    }
    return try places(input) { reader in
      try CSVSource(
        PlaceBuilder(reader: reader, prefix: "a:"), beginning: reader.skippingByteOrderMark())
    }
  }

  static func geoNames(_ input: [UInt8]) throws -> String? {
    try places(input) { GeoNamesSource(PlaceBuilder(reader: $0, prefix: "geonames-")) }
  }

  static func geoJSON(_ input: [UInt8]) throws -> String? {
    try places(input) { GeoJSONSource(PlaceBuilder(reader: $0, prefix: "a:")) }
  }

  /// Reads the places of a file; each is one that the cloud can send.
  private static func places<Source: PlaceSource>(
    _ input: [UInt8], in open: (ByteReader) throws -> Source
  ) throws -> String? {
    guard let file = tmpfile() else { throw POSIXError(.EMFILE) }
    defer { fclose(file) }
    guard fwrite(input, 1, input.count, file) == input.count, fflush(file) == 0 else {
      throw POSIXError(.EIO)
    }
    var source = try open(ByteReader(path: "/proc/self/fd/\(fileno(file))"))
    while let place = try source.next()?.place {
      let json = try JSON(encoding: place)
      if let problem = difference("a place", json, try? JSON(encoding: json.decode(Place.self))) {
        return problem
      }
    }
    return nil
  }

  /// A tile has streets that the cloud can send.
  static func tiles(_ input: [UInt8]) throws -> String? {
    let address = MapTileAddress(zoom: 14, x: 15_073, y: 9_830)
    guard let tile = OSRMTile(Data(input), at: address) else { return nil }
    return try tile.streets.lazy.compactMap {
      roundTrip(MapTile.Street.self, try JSON(encoding: $0))
    }.first
  }

  static func polylines(_ input: [UInt8]) -> String? {
    guard let points = Polyline.decode(input[...], atMost: 1000) else { return nil }
    let again = Polyline.decode(Array(Polyline.encode(points).utf8)[...], atMost: 1000)
    return difference("written and read again", points, again)
  }
}
