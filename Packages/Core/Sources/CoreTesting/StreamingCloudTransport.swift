import BasicsTesting
public import Core
public import FoundationEssentials

/// A cloud with streams of events, which a test pushes and ends; other requests go to another cloud.
public final class StreamingCloudTransport: CloudTransport {
  private let cloud: any CloudTransport
  private let state = WatchedMutex(StreamingCloudState())

  /// Creates a cloud.
  ///
  /// - Parameter cloud: The answers to the requests for no stream; by default nothing is found.
  public init(_ cloud: any CloudTransport = RoutedCloudTransport([:])) { self.cloud = cloud }

  /// Where each stream was asked to go on, in the order in which they were opened.
  public var lastEventIDs: [String?] { state.withLock { $0.lastEventIDs } }
  /// How many streams are open.
  public var openCount: Int { state.withLock { $0.streams.count } }

  public func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    guard let receive else { return try await cloud.send(request) }
    let id = state.withLock { $0.makeIdentifier() }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock {
          $0.open(
            .init(receive: receive, continuation: continuation), id, after: request.lastEventID)
        }
      }
    } onCancel: {
      state.withLock { $0.cancel(id) }
    }
    return try answer.get()
  }

  /// Sends an event on each open stream.
  public func push(_ event: ServerSentEvent) {
    for stream in state.withLock({ Array($0.streams.values) }) { stream.receive(event) }
  }

  /// Sends a rider's event on each open stream.
  public func push(_ event: RiderEvent, id: String? = nil) throws {
    push(try ServerSentEvent(event, id: id))
  }

  /// Ends each open stream with an answer; that of a success by default.
  public func end(
    _ answer: Result<CloudResponse, CloudTransportError> = .success(
      CloudResponse(status: 200, body: Data()))
  ) {
    state.withLock { state in
      for id in state.streams.keys { state.end(id, answer) }
    }
  }

  /// Returns when so many streams have been opened since the beginning.
  ///
  /// - Throws: `WaitError` when they are not.
  public func waitForStreams(
    opened count: Int, file: String = #fileID, line: Int = #line
  ) async throws {
    try await state.wait(for: "\(count) opened streams", file: file, line: line) {
      $0.lastEventIDs.count >= count
    }
  }

  /// Returns when no stream is open.
  ///
  /// - Throws: `WaitError` when one stays open.
  public func waitForNoStream(file: String = #fileID, line: Int = #line) async throws {
    try await state.wait(for: "the end of all streams", file: file, line: line) {
      $0.streams.isEmpty
    }
  }
}

/// The open streams.
private struct StreamingCloudState: WatchedState {
  struct Stream: Sendable {
    let receive: EventReceiver
    let continuation: CheckedContinuation<Result<CloudResponse, CloudTransportError>, Never>
  }

  static let cancellation = Result<CloudResponse, CloudTransportError>.failure(
    .unreachable(reason: "the request was cancelled"))

  private(set) var streams: [Int: Stream] = [:]
  private(set) var lastEventIDs: [String?] = []
  private var cancelled: Set<Int> = []
  private var lastIdentifier = 0
  var watchers: [Watcher<Self>] = []
  var wakeUps: [@Sendable () -> Void] = []

  var summary: String {
    "Streams opened: \(lastEventIDs.count), still open: \(streams.count)"
  }

  mutating func makeIdentifier() -> Int {
    lastIdentifier += 1
    return lastIdentifier
  }

  mutating func open(_ stream: Stream, _ id: Int, after lastEventID: String?) {
    streams[id] = stream
    lastEventIDs.append(lastEventID)
    if cancelled.remove(id) != nil { return end(id, Self.cancellation) }
    notifyWatchers()
  }

  mutating func cancel(_ id: Int) {
    if streams[id] == nil { cancelled.insert(id) } else { end(id, Self.cancellation) }
  }

  mutating func end(_ id: Int, _ answer: Result<CloudResponse, CloudTransportError>) {
    guard let stream = streams.removeValue(forKey: id) else { return }
    wakeUps.append { stream.continuation.resume(returning: answer) }
    notifyWatchers()
  }
}
