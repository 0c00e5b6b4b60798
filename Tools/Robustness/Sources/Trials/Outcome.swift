package import Foundation

/// What a process left.
package struct Outcome: Sendable {
  /// The exit status; `nil` when a signal ended the process.
  package let status: Int32?
  /// The signal that ended the process.
  package let signal: Int32?
  /// Whether the process was ended because its time was over.
  package let isHung: Bool
  /// The most memory that the process held, in KiB.
  package let memory: Int
  package let output: Data
  package let error: Data

  /// The end in words.
  package var summary: String {
    if isHung { return "did not end in time" }
    if let signal { return "ended by signal \(signal)" }
    return "status \(status ?? 0)"
  }

  /// The text on standard error.
  package var errorText: String { String(decoding: error, as: UTF8.self) }
}
