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
  /// The part of the buffer that was not taken yet.
  private var rest: ArraySlice<UInt8> = []

  init(path: String) throws(PlaceImportError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(FileError(errorNumber: errno, path: path)) }
    var status = stat()
    let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    totalBytes = isRegular ? Int(status.st_size) : nil
    self.path = path
  }

  deinit { close(descriptor) }

  /// Skips the mark that some programs put before UTF-8, and returns what follows, up to a buffer.
  func skippingByteOrderMark() throws(PlaceImportError) -> ArraySlice<UInt8> {
    try fill()
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    return rest
  }

  /// Reads the rest of the buffer, or the next buffer; empty at the end. Lines are not counted.
  func nextChunk() throws(PlaceImportError) -> ArraySlice<UInt8> {
    if rest.isEmpty { try fill() }
    defer { rest = [] }
    return rest
  }

  /// Reads a line, without its end, into an array, and refuses one that is longer than the limit in
  /// bytes; returns `false` at the end.
  func readLine(into text: inout [UInt8], limit: Int) throws(PlaceImportError) -> Bool {
    text.removeAll(keepingCapacity: true)
    if rest.isEmpty { try fill() }
    guard !rest.isEmpty else { return false }
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      text += rest[..<(end ?? rest.endIndex)]
      guard text.count <= limit else { throw bad("the line is longer than \(limit >> 10) KiB") }
      if let end {
        line += 1
        rest = rest[(end + 1)...]
        break
      }
      try fill()
    }
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    return true
  }

  /// An error in the line that is being read.
  func bad(_ reason: String, line: Int? = nil) -> PlaceImportError {
    .badLine(path: path, line: line ?? self.line, reason: reason)
  }

  /// Reads the next part of the file, which is empty at the end.
  private func fill() throws(PlaceImportError) {
    rest = []
    if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: Self.bufferSize) }
    var count = read(descriptor, &buffer, Self.bufferSize)
    while count < 0, errno == EINTR { count = read(descriptor, &buffer, Self.bufferSize) }
    guard count >= 0 else { throw .file(FileError(errorNumber: errno, path: path)) }
    bytesRead += count
    rest = buffer[..<count]
  }
}
