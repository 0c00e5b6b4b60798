import Basics
public import CloudStore
import Core
import Synchronization

/// Reads files of places into the cloud, in pieces: an import that ends early leaves whole pieces.
public struct PlaceImporter: Sendable {
  /// The longest name of a data set, in bytes.
  static let longestSource = 100
  /// After how many places progress is reported: about every 20 ms.
  private static let step = 1000

  let dependencies: any CloudDependencies

  /// Imports a file of any size in constant memory.
  ///
  /// An existing place of the same identifier is updated, so an import can be repeated; after
  /// an error or a cancelled task that completes it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - format: The format; detected by the file's name or content when `nil`.
  ///   - source: The name of the data set, within which the identifiers of CSV and GeoJSON are unique,
  ///     of 1 to 100 bytes; that of the file when `nil`. Without either a place is known by its name and
  ///     location.
  ///   - isStrict: Whether a row without a location or a name is an error, not left out.
  ///   - progress: Called repeatedly, on another thread.
  public func importPlaces(
    from path: String, format: PlaceFileFormat? = nil, source: String? = nil,
    isStrict: Bool = false, progress: @escaping @Sendable (PlaceImportProgress) -> Void = { _ in }
  ) async throws(PlaceImportError) -> PlaceImportSummary {
    let flag = CancellationFlag()
    let result = await withTaskCancellationHandler {
      await dependencies.workers.run { [store = dependencies.store] in
        Result { () throws(PlaceImportError) in
          try Self.importPlaces(
            from: path, format: format, source: source, isStrict: isStrict, into: store, flag: flag,
            progress: progress)
        }
      }
    } onCancel: {
      flag.isSet.withLock { $0 = true }
    }
    guard let result else { throw .database(.unavailable(reason: "it has too much to do")) }
    return try result.get()
  }

  private static func importPlaces(
    from path: String, format: PlaceFileFormat?, source name: String?, isStrict: Bool,
    into store: SQLStore, flag: CancellationFlag, progress: (PlaceImportProgress) -> Void
  ) throws(PlaceImportError) -> PlaceImportSummary {
    if let name, !(1...longestSource).contains(name.utf8.count) || name.trimmingBlanks != name {
      throw .badSource
    }
    let named = format ?? PlaceFileFormat(path: path)
    let extract = named == .osm ? try OSMExtract(path) : nil
    // Once it is open, the file of the features needs no name: whatever ends the import, it is gone.
    let reader = try withExtendedLifetime(extract) { () throws(PlaceImportError) in
      try ByteReader(path: extract?.features ?? path)
    }
    let beginning = try reader.skippingByteOrderMark()
    if let (form, command) = PlaceFileFormat.otherForm(beginning) {
      throw .otherForm(path: path, form: form, command: command)
    }
    guard let format = named ?? PlaceFileFormat(beginning: beginning)
    else { throw .unknownFormat(path: path) }
    let fileName = reader.totalBytes == nil ? nil : Self.dataSet(path)
    let prefix =
      format.identifierPrefix ?? (name ?? fileName).map { "\(PercentCoding.encode($0)):" }
    let builder = PlaceBuilder(reader: reader, prefix: prefix, isStrict: isStrict)
    var source: any PlaceSource =
      switch format {
      case .geonames: GeoNamesSource(builder)
      case .csv: try CSVSource(builder, beginning: beginning)
      case .geojson: GeoJSONSource(builder)
      case .osm: OSMSource(builder, store: store)
      }
    var count = 0
    var summary = try store.importPlaces(wrap: PlaceImportError.database) {
      () throws(PlaceImportError) in
      let place = try source.next()
      if place != nil { count += 1 }
      if place == nil || count.isMultiple(of: step) {
        if flag.isSet.withLock({ $0 }) { throw .cancelled(path: path) }
        progress(
          PlaceImportProgress(
            bytesRead: reader.bytesRead, totalBytes: reader.totalBytes, places: count))
      }
      return place
    }
    (summary.leftOut, summary.classes) = (source.builder.leftOut, source.builder.classes)
    let isNamedByFile = name == nil && format.identifierPrefix == nil
    if isNamedByFile, summary.updated > 0 { summary.updatedSource = fileName }
    return summary
  }

  /// The name of a file without its ending.
  private static func dataSet(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    let end = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
    return String(name[..<end])
  }
}

/// Places, one after the other, from a file of any size.
protocol PlaceSource {
  var builder: PlaceBuilder { get }
  /// Returns the next place, `nil` after the last one.
  mutating func next() throws(PlaceImportError) -> ImportedPlace?
}

/// Set when the task that waits for an import was cancelled.
private final class CancellationFlag: Sendable { let isSet = Mutex(false) }

/// How far an import has come.
public struct PlaceImportProgress: Equatable, Sendable {
  public let bytesRead: Int
  /// The size of the file; absent for a pipe.
  public let totalBytes: Int?
  /// Places read so far.
  public let places: Int
}
