import MonoCore
import Terminal

/// `mono doctor`.
enum DoctorCommand {
  static let doctor = Command<CommandContext>(
    "doctor", summary: "Check the toolchain, system libraries and build folders.",
    examples: [CommandExample("mono doctor", "One line for each, and what to do.")]
  ) { _, context in
    let session = try context.session()
    let checks = try Doctor(session: session, workspace: try session.workspace()).checks()
    try context.answer(Doctor.json(checks), text: Doctor.text(checks))
    if !checks.allSatisfy(\.isHealthy) { throw NegativeResultError() }
  }
}
