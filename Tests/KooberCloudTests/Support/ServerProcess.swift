import Basics
import BasicsTesting
import CloudTesting
import Core
import CoreHTTP
import CoreTesting
import Foundation

/// A server of the cloud in a process of its own.
final class ServerProcess {
  /// A server that did not start, and what it said.
  struct Failure: Error {
    let error: String
  }

  private struct Announcement: Decodable {
    let url: String
    let port: UInt16
    let metricsURL: String
  }

  let url: String
  let port: UInt16
  /// Where metrics and readiness are served.
  let operatorPort: UInt16
  let log: LineReader
  private let output: LineReader
  private let process: Subprocess

  /// The end of the log that nothing reads, when it is not read.
  private let unreadLog: FileHandle?

  init(
    _ program: String, _ arguments: [String], environment: [String: String], readsLog: Bool = true
  ) async throws {
    let (output, error) = (Pipe(), Pipe())
    // Other processes that start just now must not keep the ends open.
    for end in [output, error].flatMap({ [$0.fileHandleForReading, $0.fileHandleForWriting] }) {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    process = try Subprocess(
      program, arguments, environment: environment,
      output: .descriptor(output.fileHandleForWriting.fileDescriptor),
      error: .descriptor(error.fileHandleForWriting.fileDescriptor))
    try output.fileHandleForWriting.close()
    try error.fileHandleForWriting.close()
    self.output = LineReader(output.fileHandleForReading)
    log = LineReader(readsLog ? error.fileHandleForReading : .nullDevice)
    unreadLog = readsLog ? nil : error.fileHandleForReading
    guard let line = try await self.output.line() else {
      _ = await process.end()
      throw Failure(error: log.text)
    }
    let announcement = try JSONCoding.decode(Announcement.self, from: Data(line.utf8))
    (url, port) = (announcement.url, announcement.port)
    operatorPort = announcement.metricsURL.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
  }

  deinit {
    process.signal(SIGKILL)
  }

  /// The process's number.
  var identifier: Int32 { process.identifier }

  /// Sends a signal.
  func signal(_ number: Int32) { process.signal(number) }

  /// Sends a signal and returns the status with which the process ends.
  func end(_ number: Int32 = SIGTERM) async -> Int32 {
    signal(number)
    return await status()
  }

  /// Returns the status with which the process ends, or 128 plus the signal that ends it.
  func status() async -> Int32 { await process.end().code }

  /// Opens a connection on which anything may be sent.
  func connect() throws -> RawConnection { try RawConnection(port: port) }

  /// Gets a page for operators.
  func getForOperators(_ target: String) throws -> RawConnection.Answer? {
    try get(target, from: operatorPort)
  }

  /// Gets something on a connection of its own.
  func get(
    _ target: String, headers: [String: String] = [:], from port: UInt16? = nil
  ) throws -> RawConnection.Answer? {
    let connection = try RawConnection(port: port ?? self.port)
    let lines = headers.map { "\($0): \($1)\r\n" }.joined()
    connection.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n")
    return connection.answer()
  }

  /// A client over the network, as an app has one.
  func client(trusting authority: String? = nil) throws -> CloudClient {
    var settings = HTTPTransport.Settings(address: try CloudAddress(parsing: url))
    settings.certificateAuthority = authority
    return CloudClient(
      transport: HTTPTransport(
        settings: settings, wallClock: SystemWallClock(), randomBytes: SystemRandomBytes()))
  }

  /// How many descriptors the process has open.
  func descriptorCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd").count
  }

  /// How much memory the process has, in KiB.
  func residentKiB() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") } ?? 0
  }
}
