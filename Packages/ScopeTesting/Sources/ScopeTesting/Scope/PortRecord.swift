public import Core
import CoreTesting
import FoundationEssentials
import Synchronization

/// The calls that reach the ports of a scope, and the stream of events on which a proof tells of changes.
public final class PortRecord: Sendable {
  private let noted = Mutex<[String]>([])
  /// Takes the place of the cloud's own streams in a proof that sends events.
  private let stream: StreamingCloudTransport?

  init(sendsEvents: Bool) { stream = sendsEvents ? StreamingCloudTransport() : nil }

  /// The calls so far, in order.
  var calls: [String] { noted.withLock { $0 } }

  /// Notes a call of a port that is no cloud, with its values.
  public func note(_ call: String) { noted.withLock { $0.append(call) } }

  /// Returns a cloud whose requests are noted.
  public func recording(_ cloud: any CloudTransport) -> any CloudTransport {
    RecordingTransport(cloud: cloud, record: self)
  }

  /// Sends an event once a stream is open.
  func send(_ event: RiderEvent) async throws {
    try await stream?.waitForStreams(opened: 1)
    try stream?.push(event)
  }

  private struct RecordingTransport: CloudTransport {
    let cloud: any CloudTransport
    let record: PortRecord

    func send(
      _ request: CloudRequest, receive: EventReceiver?
    ) async throws(CloudTransportError) -> CloudResponse {
      guard receive == nil else {
        return try await (record.stream ?? cloud).send(request, receive: receive)
      }
      record.note(request.line)
      return try await cloud.send(request)
    }
  }
}

extension CloudRequest {
  /// The request with its values, in one line.
  fileprivate var line: String {
    let query = query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return
      (["\(method)", path.joined(separator: "/")] + query
      + [body.map { String(decoding: $0, as: UTF8.self) }].compactMap { $0 })
      .joined(separator: " ")
  }
}
