public import Basics

/// Events that are still to be delivered, in a file that survives the process.
///
/// Each event is one line of JSON, appended when it is recorded. Any number of processes may share
/// the file. A line that a crash has cut short costs that one event only.
public struct ExperimentEventQueue: ExposureRecorder {
  private static let lineEnd = UInt8(ascii: "\n")

  private let path: String
  private let files: any FileAccess
  private let maximumSize: Int64
  private let onFailure: @Sendable (ExperimentEventQueueError) -> Void

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - path: The file; it is created with the first event.
  ///   - files: The file system.
  ///   - maximumSize: Bytes beyond which new events are refused, so that a receiver that is never
  ///     reached does not fill the disk.
  ///   - onFailure: Called with the error of an event that could not be recorded.
  public init(
    path: String, files: any FileAccess = SystemFiles(), maximumSize: Int64 = 4_194_304,
    onFailure: @escaping @Sendable (ExperimentEventQueueError) -> Void
  ) {
    self.path = path
    self.files = files
    self.maximumSize = maximumSize
    self.onFailure = onFailure
  }

  /// Adds an event; a failure goes to `onFailure`.
  public func record(_ event: ExperimentEvent) {
    do throws(ExperimentEventQueueError) { try append([event]) } catch { onFailure(error) }
  }

  /// Adds events, all in one write.
  ///
  /// - Throws: ``ExperimentEventQueueError`` when the file is full or cannot be written.
  public func append(_ events: [ExperimentEvent]) throws(ExperimentEventQueueError) {
    let lines = Self.lines(events)
    let isAdded = try Result { () throws(FileError) in
      try files.append(lines, to: path, limit: Int(maximumSize))
    }.mapError(ExperimentEventQueueError.file).get()
    if !isAdded { throw .full(path: path, maximumSize: maximumSize) }
  }

  /// The events that wait, and how many lines are damaged.
  ///
  /// - Throws: ``ExperimentEventQueueError`` when the file cannot be read.
  public func waiting() throws(ExperimentEventQueueError) -> (
    events: [ExperimentEvent], damaged: Int
  ) {
    let content = try Result { () throws(FileError) in
      try files.status(of: path) == nil ? [] : files.read(path)
    }.mapError(ExperimentEventQueueError.file).get()
    return Self.events(in: content)
  }

  /// Delivers what waits, oldest first, and removes what was delivered, and damaged lines.
  ///
  /// It stops at the first batch that fails. Events may be delivered twice, when the process ends
  /// between delivery and removal, or when two processes deliver at once; they are never lost.
  ///
  /// - Parameters:
  ///   - sender: Sends a batch.
  ///   - batchSize: The most events in one batch.
  /// - Throws: ``ExperimentEventQueueError`` when the file cannot be read or replaced.
  public func deliver(
    through sender: any EventSender, batchSize: Int = 100
  ) async throws(ExperimentEventQueueError) -> EventDelivery {
    let (events, damaged) = try waiting()
    var delivered: [ExperimentEvent] = []
    var failure: (any Error)?
    while failure == nil, delivered.count < events.count {
      let batch = Array(events[delivered.count...].prefix(max(1, batchSize)))
      do {
        try await sender.send(batch)
        delivered += batch
      } catch {
        failure = error
      }
    }
    if !delivered.isEmpty || damaged > 0 { try remove(delivered) }
    return EventDelivery(
      delivered: delivered.count, waiting: events.count - delivered.count, damaged: damaged,
      failure: failure)
  }

  /// Keeps what was added since, by this or another process.
  private func remove(_ delivered: [ExperimentEvent]) throws(ExperimentEventQueueError) {
    let identifiers = Set(delivered.map { CodeUnits($0.id) })
    try Result { () throws(FileError) in
      try files.update(path) { content in
        let events = Self.events(in: content ?? []).events
        return Self.lines(events.filter { !identifiers.contains(CodeUnits($0.id)) })
      }
    }.mapError(ExperimentEventQueueError.file).get()
  }

  private static func lines(_ events: [ExperimentEvent]) -> [UInt8] {
    var lines: [UInt8] = []
    for event in events {
      lines.append(lineEnd)  // First, so that a line cut short by a crash ends here.
      event.json.write(to: &lines)
    }
    return lines
  }

  private static func events(in content: [UInt8]) -> (events: [ExperimentEvent], damaged: Int) {
    let lines = content.split(separator: lineEnd)
    let events = lines.compactMap { line in
      (try? JSON(parsing: line)).flatMap { ExperimentEvent($0) }
    }
    return (events, lines.count - events.count)
  }
}

/// An error of recording or delivering an event.
public enum ExperimentEventQueueError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Too many events are queued.
  case full(path: String, maximumSize: Int64)
  case file(FileError)

  public var description: String {
    switch self {
    case .full(let path, let maximumSize):
      """
      The event was not recorded, because \(path) has reached \(maximumSize) bytes. \
      Deliver the events that wait.
      """
    case .file(let error): "The events could not be kept. \(error)"
    }
  }
}
