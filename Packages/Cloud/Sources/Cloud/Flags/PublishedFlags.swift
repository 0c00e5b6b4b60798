import Basics
import CloudStore
import Core
import FeatureFlags
import FoundationEssentials
import Synchronization

/// The newest published definitions of flags, as the database has them; those of a file as long as
/// nothing was published.
///
/// A request looks for a newer version when the last look is half a second ago, so that each of many
/// servers notices a change within a second and the database is asked at most twice a second.
final class PublishedFlags: FlagSource {
  /// In seconds.
  static let checkInterval: TimeInterval = 0.5

  /// One version, ready to be served.
  private struct Snapshot {
    let version: FlagVersion
    let tag: EntityTag
    let definitions: FlagDefinitions
  }

  private struct State {
    var snapshot: Snapshot?
    var checkedAt: Date?
    /// Whether a look has ended, so that no snapshot means that nothing was published.
    var hasLooked = false
  }

  private let store: SQLStore
  private let clock: any WallClock
  private let file: FlagFile?
  private let state = Mutex(State())

  /// - Parameter file: Counts as long as nothing was published.
  init(store: SQLStore, clock: any WallClock, file: FlagFile?) {
    self.store = store
    self.clock = clock
    self.file = file
  }

  var current: (definitions: FlagDefinitions, since: Date) {
    get throws {
      if let snapshot = try snapshot() {
        return (snapshot.definitions, snapshot.version.record.publishedAt)
      }
      return file?.current ?? (definitions: .empty, since: .distantPast)
    }
  }

  func expire() { state.withLock { $0.checkedAt = nil } }

  func document() throws -> (document: JSON.Object, tag: EntityTag) {
    if let snapshot = try snapshot() { return (snapshot.version.document, snapshot.tag) }
    if let file { return try file.document() }
    let document: JSON.Object = ["flags": [:]]
    return (document, EntityTag(of: try JSONCoding.encode(document)))
  }

  func replace(
    with document: JSON.Object, ifTag header: String, by author: String, message: String
  ) throws -> EntityTag? {
    expire()
    let snapshot = try snapshot()
    guard try self.document().tag.isIn(header) else { return nil }
    let version = FlagVersion(
      record: FlagVersion.Record(
        number: (snapshot?.version.record.number ?? 0) + 1,
        publishedAt: clock.now.inWholeMilliseconds, author: author, message: message),
      document: document)
    guard try store.addFlagVersion(version) else { return nil }
    return try keep(version).tag
  }

  /// The newest version, or the known one if the database fails; `nil` if nothing was published.
  private func snapshot() throws -> Snapshot? {
    let now = clock.steadyNow
    let (known, isCurrent) = state.withLock { state in
      if let last = state.checkedAt, now.timeIntervalSince(last) < Self.checkInterval {
        return (state.snapshot, true)
      }
      // Until the first look has ended, each request looks for itself.
      if state.hasLooked { state.checkedAt = now }
      return (state.snapshot, false)
    }
    if isCurrent { return known }
    do {
      let newest = try store.newestFlagVersion()
      let version = newest > known?.version.record.number ?? 0 ? try store.flagVersion(newest) : nil
      let snapshot = try version.map(keep) ?? known
      state.withLock { state in
        guard !state.hasLooked else { return }
        state.hasLooked = true
        state.checkedAt = now
      }
      return snapshot
    } catch {
      guard let known else {
        state.withLock { $0.checkedAt = nil }
        throw error
      }
      return known
    }
  }

  private func keep(_ version: FlagVersion) throws -> Snapshot {
    let snapshot = Snapshot(
      version: version, tag: EntityTag(of: try JSONCoding.encode(version.document)),
      definitions: try FlagDefinitions(.object(version.document)))
    return state.withLock { state in
      if let kept = state.snapshot, kept.version.record.number > version.record.number {
        return kept
      }
      state.snapshot = snapshot
      return snapshot
    }
  }
}
