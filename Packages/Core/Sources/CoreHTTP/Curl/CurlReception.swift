import Basics
import CCurl
import FoundationEssentials

/// The received part of a response; filled by libcurl on the thread of the transfer.
final class CurlReception {
  static var lineFeed: UInt8 { UInt8(ascii: "\n") }

  private(set) var headers: [String: String] = [:]
  private(set) var body = Data()
  private(set) var isTooLarge = false
  /// Whether the line without a field has come, which ends a head; libcurl takes a connection that ends
  /// before it for the end of the answer.
  private(set) var isHeadComplete = false
  private let settings: HTTPTransport.Settings
  private let cancellation: Cancellation
  /// Receives a stream of events in pieces.
  private let receive: BodyReceiver?
  private let start = ContinuousClock.now
  private var lastReceipt = ContinuousClock.now

  init(_ settings: HTTPTransport.Settings, cancellation: Cancellation, receive: BodyReceiver?) {
    (self.settings, self.cancellation, self.receive) = (settings, cancellation, receive)
  }

  /// Whether nothing has come for too long, or no line of a stream. An idle stream is below the lowest
  /// limit that libcurl accepts, one byte per second.
  func isSilent(at now: ContinuousClock.Instant = .now) -> Bool {
    lastReceipt.duration(to: now) >= settings.longestSilence
  }

  /// Whether the response to a request for a stream is none and takes too long. libcurl's own limit
  /// would end streams as well.
  func isOverdue(at now: ContinuousClock.Instant = .now) -> Bool {
    receive != nil && !isEventStream && start.duration(to: now) >= settings.timeout
  }

  /// Receives bytes; returning fewer than were offered ends the transfer.
  static let receiveBody: CurlLibrary.Receive = { bytes, size, count, pointer in
    guard let reception = CurlReception.at(pointer), let bytes else { return 0 }
    let length = size * count
    if let receive = reception.receive, reception.isEventStream {
      let bytes = Array(UnsafeRawBufferPointer(start: bytes, count: length))
      // Part of an event tells nothing.
      if bytes.contains(lineFeed) { reception.lastReceipt = .now }
      return receive(bytes) ? length : 0
    }
    reception.lastReceipt = .now
    guard reception.body.count + length <= CurlTransfer.largestBody else {
      reception.isTooLarge = true
      return 0
    }
    reception.body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: length))
    return length
  }

  /// Receives one line of the head.
  static let receiveHeader: CurlLibrary.Receive = { bytes, size, count, pointer in
    guard let reception = CurlReception.at(pointer), let bytes else { return 0 }
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    reception.lastReceipt = .now
    reception.add(line: String(decoding: line, as: UTF8.self))
    return size * count
  }

  /// Called regularly.
  static let shouldAbort: CurlLibrary.Progress = { pointer, _, _, _, _ in
    guard let reception = CurlReception.at(pointer) else { return 0 }
    let isEnding = reception.cancellation.isSet || reception.isSilent() || reception.isOverdue()
    return isEnding ? 1 : 0
  }

  private var isEventStream: Bool {
    headers["content-type"]?.hasPrefix("text/event-stream") == true
  }

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> CurlReception? {
    pointer.map { Unmanaged<CurlReception>.fromOpaque($0).takeUnretainedValue() }
  }

  private func add(line: String) {
    // The head of an interim answer comes before that of the final one.
    if line.hasPrefix("HTTP/") { (headers, isHeadComplete) = ([:], false) }
    if line.utf8.allSatisfy({ $0 <= 32 }) { isHeadComplete = true }
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
    let name = line[..<colon].lowercased()
    let value = line[line.utf8.index(after: colon)...].unicodeScalars
    headers[name] = String(value.trimming { $0.value <= 32 })
  }
}
