public import Core
import CoreTesting
import FoundationEssentials
public import ScopeTesting

extension ScopeSurroundings {
  /// The services of the machine, with the clocks and the record of the proof.
  public var services: SystemServices {
    SystemServices(
      wallClock: ManualWallClock(wallClock), screenClock: screenClock,
      randomBytes: SeededRandomBytes(), lifetimeMonitor: lifetimeMonitor)
  }
}

extension PortRecord {
  /// Returns a cloud whose requests are noted, and whose streams send the events of the proof.
  public func recording(_ cloud: any CloudTransport) -> any CloudTransport {
    RecordingTransport(cloud: cloud, record: self)
  }
}

private struct RecordingTransport: CloudTransport {
  let cloud: any CloudTransport
  let record: PortRecord
  /// Takes the place of the cloud's own streams in a proof that sends events.
  private let stream: StreamingCloudTransport?

  init(cloud: any CloudTransport, record: PortRecord) {
    self.cloud = cloud
    self.record = record
    guard record.sendsEvents else {
      stream = nil
      return
    }
    let stream = StreamingCloudTransport()
    self.stream = stream
    record.receiveEvents { event in
      guard let event = event as? RiderEvent else { throw ForeignEventError(event: "\(event)") }
      try await stream.waitForStreams(opened: 1)
      try stream.push(event)
    }
  }

  func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    guard receive == nil else {
      return try await (stream ?? cloud).send(request, receive: receive)
    }
    if request.method == .get {
      record.noteRead(request.query.isEmpty ? nil : request.line)
    } else {
      record.note(request.line)
    }
    return try await cloud.send(request)
  }
}

/// An event that no stream of the cloud sends.
private struct ForeignEventError: Error {
  let event: String
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
