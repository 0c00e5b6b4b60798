import Core
public import FoundationEssentials
import Terminal

/// The results of a program's checks of what it depends on.
public struct DoctorReport: Encodable, Sendable {
  /// The result of one check.
  public struct Check: Encodable, Sendable {
    enum Status: String, Encodable { case ok, note, failed }

    let name: String
    let status: Status
    let message: String
    /// The next step; empty when nothing is required.
    let remedy: String
  }

  /// Thrown by a check that found nothing, neither wrong nor right.
  public struct Note: Error {
    let message: String
    public init(_ message: String) { self.message = message }
  }

  private let checks: [Check]
  private let healthy: Bool

  public init(checks: [Check]) {
    self.checks = checks
    healthy = checks.allSatisfy { $0.status != .failed }
  }

  /// Prints one line for each check, and the verdict.
  ///
  /// - Throws: ``PartialResultError`` when something is wrong.
  public func print(on console: CommandConsole) throws {
    try console.print(self) {
      for check in checks { try console.terminal.writeLine(check.line) }
      try console.terminal.writeLine(
        healthy ? "Everything works." : "Something is wrong; see above.")
    }
    if !healthy { throw PartialResultError() }
  }
}

extension DoctorReport.Check {
  /// Runs a check that returns its finding, and records its error.
  public static func trying(
    _ name: String, _ operation: () async throws -> String
  ) async -> DoctorReport.Check {
    do {
      return DoctorReport.Check(name: name, status: .ok, message: try await operation(), remedy: "")
    } catch let note as DoctorReport.Note {
      return DoctorReport.Check(name: name, status: .note, message: note.message, remedy: "")
    } catch {
      let problem = CommandFailure(error).problem
      return DoctorReport.Check(
        name: name, status: .failed, message: problem?.message ?? "It was interrupted.",
        remedy: problem?.hint ?? "Try again.")
    }
  }

  /// Tells how old the last backup of a database is. A missing one is told and is no failure, since
  /// the program works without.
  public static func backup(_ lastBackup: Date?, now: Date) -> DoctorReport.Check {
    let age = lastBackup.map { max(0, now.timeIntervalSince($0) / 3600) }
    let message = age.map { hours in
      hours < 48 ? "\(Int(hours)) hours" : "\(Int(hours / 24)) days"
    }
    return DoctorReport.Check(
      name: "backup", status: age == nil ? .note : .ok,
      message: message.map { "The last backup is \($0) old." }
        ?? "There is no backup; 'koober-cloud backup FILE' makes one.", remedy: "")
  }

  fileprivate var line: Styled {
    switch status {
    case .ok: "\("ok", .success)      \(name): \(message)"
    case .note: "\("note", .warning)    \(name): \(message)"
    case .failed: "\("failed", .error)  \(name): \(message) \(remedy)"
    }
  }
}
