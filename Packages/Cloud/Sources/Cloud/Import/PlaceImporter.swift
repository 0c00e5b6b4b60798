import Core
import Synchronization

/// Reads files of places into the cloud, in pieces: an import that ends early leaves whole pieces.
public struct PlaceImporter: Sendable {
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
  ///   - progress: Called repeatedly, on another thread.
  public func importPlaces(
    from path: String, format: PlaceFileFormat? = nil,
    progress: @escaping @Sendable (PlaceImportProgress) -> Void = { _ in }
  ) async throws(PlaceImportError) -> PlaceImportSummary {
    let flag = CancellationFlag()
    let result = await withTaskCancellationHandler {
      await dependencies.workers.run { [store = dependencies.store] in
        Result { () throws(PlaceImportError) in
          try Self.importPlaces(
            from: path, format: format, into: store, flag: flag, progress: progress)
        }
      }
    } onCancel: {
      flag.isSet.withLock { $0 = true }
    }
    guard let result else { throw .unavailable(reason: "it has too much to do") }
    return try result.get()
  }

  private static func importPlaces(
    from path: String, format: PlaceFileFormat?, into store: SQLStore,
    flag: CancellationFlag, progress: (PlaceImportProgress) -> Void
  ) throws(PlaceImportError) -> PlaceImportSummary {
    let named = format ?? PlaceFileFormat(path: path)
    let extract = named == .osm ? try OSMExtract(path) : nil
    // Once it is open, the file of the features needs no name: whatever ends the import, it is gone.
    let reader = try withExtendedLifetime(extract) { () throws(PlaceImportError) in
      try ByteReader(path: extract?.features ?? path)
    }
    let beginning = try reader.skippingByteOrderMark()
    guard let format = named ?? PlaceFileFormat(beginning: beginning)
    else { throw .unknownFormat(path: path) }
    var source: any PlaceSource =
      switch format {
      case .geonames: GeoNamesSource(reader: reader)
      case .csv: try CSVSource(reader: reader)
      case .geojson: GeoJSONSource(reader: reader)
      case .osm: OSMSource(reader: reader, store: store)
      }
    var count = 0
    return try store.importPlaces { () throws(PlaceImportError) in
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
  }
}

/// Places, one after the other, from a file of any size.
protocol PlaceSource {
  /// Returns the next place, `nil` after the last one.
  mutating func next() throws(PlaceImportError) -> Place?
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

/// The changes of an import.
public struct PlaceImportSummary: Codable, Equatable, Sendable {
  /// Places that were new.
  public package(set) var imported = 0
  /// Places that existed with another name or location.
  public package(set) var updated = 0
  /// Places that existed unchanged.
  public package(set) var skipped = 0

  package init(imported: Int = 0, updated: Int = 0, skipped: Int = 0) {
    (self.imported, self.updated, self.skipped) = (imported, updated, skipped)
  }

  /// The places that were read.
  package var total: Int { imported + updated + skipped }

  package mutating func add(_ other: PlaceImportSummary) {
    imported += other.imported
    updated += other.updated
    skipped += other.skipped
  }
}
