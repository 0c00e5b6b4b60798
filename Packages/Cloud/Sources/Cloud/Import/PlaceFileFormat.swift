/// The kinds of files with places.
public enum PlaceFileFormat: String, CaseIterable, Sendable {
  /// Tab-separated, 19 columns. Source: GeoNames, "readme.txt" of the dump.
  case geonames
  /// Comma-separated with a header that has name, latitude and longitude. Source: RFC 4180.
  case csv
  /// A feature collection of points with names. Source: RFC 7946.
  case geojson
  /// An extract of OpenStreetMap, with the outlines of waters and parks. Source: OpenStreetMap wiki,
  /// "PBF Format".
  case osm

  static let osmSuffixes = [".pbf", ".osm", ".osm.bz2", ".osm.gz"]

  /// Detects the format by the extension of a file's name.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    if Self.osmSuffixes.contains(where: name.lowercased().hasSuffix) {
      self = .osm
      return
    }
    switch name.split(separator: ".").dropFirst().last?.lowercased() {
    case "txt", "tsv": self = .geonames
    case "csv": self = .csv
    case "geojson", "json": self = .geojson
    default: return nil
    }
  }

  /// Detects the format by the beginning of a file.
  init?(beginning: some Sequence<UInt8>) {
    let text = beginning.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    if line.starts(with: [UInt8(ascii: "{")]) {
      self = .geojson
    } else if line.contains(UInt8(ascii: "\t")) {
      self = .geonames
    } else if line.contains(UInt8(ascii: ",")) {
      self = .csv
    } else {
      return nil
    }
  }
}
