package import Core
import Synchronization

/// Reads files of places into the cloud, in pieces: an import that ends early leaves whole pieces.
public struct PlaceImporter: Sendable {
  private let store: SQLStore
  private let workers: WorkerPool

  init(store: SQLStore, workers: WorkerPool) {
    self.store = store
    self.workers = workers
  }

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
      await workers.run { [store] in
        Self.importPlaces(
          from: path, format: format, into: store, flag: flag, progress: progress)
      }
    } onCancel: {
      flag.isSet.withLock { $0 = true }
    }
    guard let result else { throw .unavailable(reason: "it has too much to do") }
    return try result.get()
  }

  private static func importPlaces(
    from path: String, format: PlaceFileFormat?, into store: SQLStore,
    flag: CancellationFlag, progress: @escaping @Sendable (PlaceImportProgress) -> Void
  ) -> Result<PlaceImportSummary, PlaceImportError> {
    do throws(PlaceImportError) {
      let summary = try store.importPlaces { () throws(PlaceImportError) in
        let reader = try ByteReader(path: path)
        let source = try PlaceFileFormat.makeSource(reader: reader, format: format)
        return ObservedPlaceSource(
          source: source, reader: reader, flag: flag, progress: progress)
      }
      return .success(summary)
    } catch {
      return .failure(error)
    }
  }
}

/// Set when the task that waits for an import was cancelled.
final class CancellationFlag: Sendable {
  let isSet = Mutex(false)
}

/// Counts the places that pass through, and stops when the import is cancelled.
struct ObservedPlaceSource: PlaceSource {
  /// After how many places progress is reported: about every 20 ms.
  private static let step = 1000

  private var source: any PlaceSource
  private let reader: ByteReader
  private let flag: CancellationFlag
  private let progress: @Sendable (PlaceImportProgress) -> Void
  private var count = 0

  init(
    source: any PlaceSource, reader: ByteReader, flag: CancellationFlag,
    progress: @escaping @Sendable (PlaceImportProgress) -> Void
  ) {
    self.source = source
    self.reader = reader
    self.flag = flag
    self.progress = progress
  }

  mutating func next() throws(PlaceImportError) -> Place? {
    let place = try source.next()
    if place != nil { count += 1 }
    if place == nil || count.isMultiple(of: Self.step) {
      if flag.isSet.withLock({ $0 }) { throw .cancelled(path: reader.path) }
      progress(
        PlaceImportProgress(
          bytesRead: reader.bytesRead, totalBytes: reader.totalBytes, places: count))
    }
    return place
  }
}

/// How far an import has come.
public struct PlaceImportProgress: Equatable, Sendable {
  public let bytesRead: Int
  /// The size of the file; absent for a pipe.
  public let totalBytes: Int?
  /// Places read so far.
  public let places: Int
}

/// Places, one after the other, from a file of any size.
package protocol PlaceSource {
  /// Returns the next place, `nil` after the last one.
  mutating func next() throws(PlaceImportError) -> Place?
}
