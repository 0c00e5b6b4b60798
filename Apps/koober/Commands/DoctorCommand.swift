import Auth
import Core
import Glibc
import SignedIn
import Terminal

/// Whether everything that koober stands on works.
enum DoctorCommand {
  static let doctor = Command<CommandContext>(
    "doctor", summary: "Check whether everything works, and say what to do when it does not.",
    examples: [CommandExample("koober doctor", "Check everything.")]
  ) { _, context in
    let report = DoctorReport(checks: await Checkup(context: context).checks())
    try context.print(report) {
      for check in report.checks { try context.terminal.writeLine(check.line) }
      try context.terminal.writeLine(
        report.healthy ? "Everything works." : "Something is wrong; see above.")
    }
    if !report.healthy { throw IncompleteResult() }
  }
}

/// What was checked.
struct DoctorReport: Encodable {
  struct Check: Encodable {
    enum Status: String, Encodable {
      case ok, failed
    }

    let name: String
    let status: Status
    let message: String
    /// What to do; empty when nothing has to be done.
    let remedy: String
  }

  let checks: [Check]
  let healthy: Bool

  init(checks: [Check]) {
    self.checks = checks
    healthy = checks.allSatisfy { $0.status == .ok }
  }
}

extension DoctorReport.Check {
  fileprivate var line: Styled {
    switch status {
    case .ok: "\("ok", .success)      \(name): \(message)"
    case .failed: "\("failed", .error)  \(name): \(message) \(remedy)"
    }
  }
}

/// Tries one thing after the other.
@MainActor
private struct Checkup {
  let context: CommandContext

  func checks() async -> [DoctorReport.Check] {
    let container = context.container
    return [
      await check("session") {
        let store = container.authContainer.userSessionStoreDescription
        let session = try await container.userSessionRepository.readUserSession()
        let rider = session?.profile.email ?? "nobody"
        return "\(rider) is signed in (\(store.kind), \(store.location))."
      },
      await check("location") {
        "You are at \(try await container.locator.currentLocation())."
      },
      await check("folders") {
        for folder in [container.folders.config, container.folders.data, container.folders.state] {
          try requireWritable(folder)
        }
        return "koober can write to its folders."
      },
      await check("cloud") {
        _ = try await SignedInContainer.findPlaces(
          matching: "a", near: nil, limit: 1,
          dependencies: RiderContainer(parent: container, session: nil))
        return "The embedded cloud answers (\(container.folders.cloud))."
      },
      await check("terminal") {
        let capabilities = context.terminal.capabilities
        return "\(capabilities.isUnicode ? "Unicode" : "Plain ASCII"), "
          + "colours: \(capabilities.outputColor), "
          + "\(capabilities.size.columns)×\(capabilities.size.rows)."
      },
    ]
  }

  private func check(
    _ name: String, _ operation: () async throws -> String
  ) async -> DoctorReport.Check {
    do {
      return DoctorReport.Check(
        name: name, status: .ok, message: try await operation(), remedy: "")
    } catch {
      let problem = Ending(error).problem
      return DoctorReport.Check(
        name: name, status: .failed, message: problem?.message ?? "It was interrupted.",
        remedy: problem?.hint ?? "Try again.")
    }
  }

  /// A folder that is not there yet is made when it is needed, so the nearest one above it counts.
  private func requireWritable(_ folder: String) throws(FileFailure) {
    guard access(folder, W_OK | X_OK) != 0 else { return }
    let errorNumber = errno
    guard errorNumber == ENOENT, let slash = folder.lastIndex(of: "/"), slash > folder.startIndex
    else { throw FileFailure(errorNumber: errorNumber, path: folder) }
    try requireWritable(String(folder[..<slash]))
  }
}
