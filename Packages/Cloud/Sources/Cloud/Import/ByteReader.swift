import Basics
import Core
import Glibc

/// Reads a file from the beginning to the end, through a buffer, and counts lines.
final class ByteReader {
  private static let bufferSize = 1 << 18

  let path: String
  /// The size of a regular file.
  let totalBytes: Int?
  private(set) var bytesRead = 0
  /// The number of the next byte's line, from 1.
  private(set) var line = 1

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var position = 0

  init(path: String) throws(PlaceImportError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .file(FileError(errorNumber: errno, path: path))
    }
    var status = stat()
    let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    totalBytes = isRegular ? Int(status.st_size) : nil
    self.path = path
  }

  deinit {
    close(descriptor)
  }

  /// Skips the mark that some programs put before UTF-8, and returns what follows, up to a buffer.
  func skippingByteOrderMark() throws(PlaceImportError) -> ArraySlice<UInt8> {
    if try fill(), buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    return buffer[position...]
  }

  /// Returns the next byte without taking it, `nil` at the end.
  func peek() throws(PlaceImportError) -> UInt8? {
    if position == buffer.count { guard try fill() else { return nil } }
    return buffer[position]
  }

  /// Reads the next byte; `nil` at the end.
  func next() throws(PlaceImportError) -> UInt8? {
    if position == buffer.count { guard try fill() else { return nil } }
    let byte = buffer[position]
    position += 1
    if byte == UInt8(ascii: "\n") { line += 1 }
    return byte
  }

  /// Reads the rest of the buffer, or the next buffer; empty at the end. Lines are not counted.
  func nextChunk() throws(PlaceImportError) -> ArraySlice<UInt8> {
    guard try peek() != nil else { return [] }
    defer { position = buffer.count }
    return buffer[position...]
  }

  /// Reads a line, without its end, into an array; returns `false` at the end.
  ///
  /// - Throws: ``PlaceImportError/badLine(path:line:reason:)`` for a line that is too long.
  func readLine(into text: inout [UInt8], limit: Int) throws(PlaceImportError) -> Bool {
    text.removeAll(keepingCapacity: true)
    guard try peek() != nil else { return false }
    while try peek() != nil {
      let rest = buffer[position...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      text += rest[..<(end ?? rest.endIndex)]
      guard text.count <= limit else {
        throw bad("the line is longer than \(limit >> 10) KiB")
      }
      position = end ?? rest.endIndex
      if end != nil { break }
    }
    _ = try next()
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    return true
  }

  /// An error in the line that is being read.
  func bad(_ reason: String, line: Int? = nil) -> PlaceImportError {
    .badLine(path: path, line: line ?? self.line, reason: reason)
  }

  /// Fills the buffer again; returns `false` at the end of the file.
  private func fill() throws(PlaceImportError) -> Bool {
    if buffer.count != Self.bufferSize {
      buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    }
    position = 0
    while true {
      let count = read(descriptor, &buffer, Self.bufferSize)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        buffer = []
        throw .file(FileError(errorNumber: errno, path: path))
      }
      bytesRead += count
      if count < Self.bufferSize { buffer.removeLast(Self.bufferSize - count) }
      return count > 0
    }
  }
}
