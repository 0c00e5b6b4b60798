import Glibc

/// Why a file could not be used.
public struct FileError: Error, Equatable, Sendable {
  /// What was tried: "read", "append to", "replace", "lock".
  public let operation: String
  /// The file.
  public let path: String
  /// The system's error number.
  public let number: Int32

  /// Creates an error from the system's error number.
  public init(_ operation: String, _ path: String, number: Int32) {
    self.operation = operation
    self.path = path
    self.number = number
  }

  /// Whether the file does not exist.
  public var isMissing: Bool { number == ENOENT }
}

extension FileError: CustomStringConvertible {
  /// What happened, and to what.
  public var description: String {
    "Cannot \(operation) \(path): \(Self.text(of: number))."
  }

  private static func text(of number: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress, strerror_r(number, start, buffer.count) == 0 else {
        return "error \(number)"
      }
      return String(cString: start)
    }
  }
}
