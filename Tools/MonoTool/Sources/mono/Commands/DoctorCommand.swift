import MonoCore
import Terminal

/// `mono doctor`.
enum DoctorCommand {
  static let doctor = Command<CommandContext>(
    "doctor", summary: "Check the toolchain, system libraries and build folders.",
    examples: [CommandExample("mono doctor", "One line for each, and what to do.")]
  ) { _, context in
    let session = try context.session()
    let doctor = try Doctor(session: session, workspace: context.workspace(of: session))
    try context.answer(doctor.json, text: doctor.text)
    if !doctor.checks.allSatisfy(\.isHealthy) { throw NegativeResultError() }
  }
}
