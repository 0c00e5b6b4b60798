/// The kinds of files with places.
public enum PlaceFileFormat: String, CaseIterable, Sendable {
  /// Tab-separated, 19 columns. Source: GeoNames, "readme.txt" of the dump.
  case geonames
  /// Comma-separated with a header that has name, latitude and longitude; semicolons and tabs separate
  /// where they do in the header. Source: RFC 4180.
  case csv
  /// A feature collection of points with names. Source: RFC 7946.
  case geojson
  /// An extract of OpenStreetMap, with the outlines of waters and parks. Source: OpenStreetMap wiki,
  /// "PBF Format".
  case osm

  /// What is imported of which files, in sentences.
  public static let help = """
    GeoNames files are tab separated; CSV needs a heading with name, latitude and longitude, and may \
    have id and further names (such as name:en and alt_name), by which a place is found, too; GeoJSON is a \
    collection of features with names. Of an extract of OpenStreetMap (FILE.osm.pbf), which \
    osmium-tool has to read, places, streets, stations, sights, hospitals, hotels, schools and the \
    like are imported, and the outlines of waters and parks for the map. Rows without a location or a \
    name are left out and counted. A place is replaced by one of the same data set and identifier \
    alone.
    """

  /// What identifiers begin with in a format whose files share them. That of a data set, which has a
  /// colon, is another one.
  var identifierPrefix: String? {
    switch self {
    case .geonames: "geonames-"
    case .osm: "osm-"
    case .csv, .geojson: nil
    }
  }

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

  /// Returns the form of a file that is no text in UTF-8, and the command that makes one of FILE.
  static func otherForm(_ beginning: some Sequence<UInt8>) -> (form: String, command: String)? {
    let forms: [(beginning: [UInt8], form: String, command: String)] = [
      ([0x1F, 0x8B], "compressed by gzip", "gzip -dc FILE > OUTPUT"),
      ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive", "unzip FILE"),
      ([0x42, 0x5A, 0x68], "compressed by bzip2", "bzip2 -dc FILE > OUTPUT"),
      ([0xFD, 0x37, 0x7A], "compressed by xz", "xz -dc FILE > OUTPUT"),
      ([0xFF, 0xFE], "in UTF-16", "iconv -f UTF-16 -t UTF-8 FILE > OUTPUT"),
      ([0xFE, 0xFF], "in UTF-16", "iconv -f UTF-16 -t UTF-8 FILE > OUTPUT"),
    ]
    return forms.first { beginning.starts(with: $0.beginning) }.map { ($0.form, $0.command) }
  }

  /// Detects the format by the beginning of a file.
  init?(beginning: some Sequence<UInt8>) {
    let text = beginning.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    if line.starts(with: [UInt8(ascii: "{")]) {
      self = .geojson
    } else if line.contains(UInt8(ascii: "\t")) {
      self = .geonames
    } else if line.contains(where: { ",;".utf8.contains($0) }) {
      self = .csv
    } else {
      return nil
    }
  }
}
