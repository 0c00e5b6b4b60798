import Auth
import Basics
import Cloud
import CloudRoutes
import CloudStore
import Console
import Core
import SignedIn
import Terminal

/// Checks what koober depends on.
enum DoctorCommand {
  static let doctor = Command<CommandContext>(
    "doctor", summary: "Check whether everything works, and say what to do when it does not.",
    examples: [CommandExample("koober doctor", "Check everything.")]
  ) { _, context in
    let checks = try await context.showingActivity("Checking") { _ in
      await Checkup(context: context).checks()
    }
    try DoctorReport(checks: checks).print(on: context.console)
  }
}

/// Runs the checks one after the other.
@MainActor
private struct Checkup {
  /// Less than this, in bytes, is soon used up by the log of the embedded cloud alone.
  private static let leastFreeSpace = 16 << 20

  let context: CommandContext

  func checks() async -> [DoctorReport.Check] {
    let container = context.container
    let checks: [DoctorReport.Check] = [
      await .trying("session") {
        let store = await container.authContainer.userSessionStoreDescription
        let session = try await container.userSessionRepository.readUserSession()
        guard let session else { throw DoctorReport.Note("No session (\(store)).") }
        let client = container.openRiderScope(of: session).container.cloudClient
        _ = try await client.call(CloudAPI.profile, session: session)
        return "\(session.profile.email) is signed in (\(store))."
      },
      await .trying("location") {
        "You are at \(try await container.makePlaces().locator.currentLocation())."
      },
      await .trying("flags") {
        if let problem = container.flagLevels.problems.first { throw problem }
        if let finding = container.flagLevels.findings.first {
          throw DoctorReport.Note("Of the cloud's flags: \(finding)")
        }
        return "Every chosen flag and variant exists."
      },
      await .trying("settings") {
        if let problem = container.userSettings.problems.first { throw problem }
        return "Every setting of settings.json is known."
      },
      await .trying("folders") {
        let folders = container.folders
        for folder in [folders.config, folders.data, folders.state, folders.cache] {
          try PrivateFolder(path: folder).check()
          _ = try XDGDirectories.requireRoom(in: folder, for: Self.leastFreeSpace)
        }
        return "koober can write to its folders, and no other user can."
      },
      await .trying("cloud") {
        if let problem = container.cloudSelection.problem { throw problem }
        if isNewCloud(container) {
          return "The embedded cloud is made with its first use (\(container.folders.cloud))."
        }
        if container.cloudSelection.choice == .embedded {
          try await embeddedMaintenance(container).rehearse()
        }
        _ = try await container.makePlaces().search(for: "a", near: nil, limit: 1)
        return try cloudReport(container)
      },
      await .trying("terminal") {
        let capabilities = context.terminal.capabilities
        return "\(capabilities.isUnicode ? "Unicode" : "Plain ASCII"), "
          + "colors: \(capabilities.outputColor), "
          + "\(capabilities.size.columns)x\(capabilities.size.rows)."
      },
    ]
    return checks + [await routeCheck(container), await backupCheck(container)].compactMap(\.self)
  }

  /// The check of what plans the embedded cloud's routes; `nil` where the cloud plans them itself.
  private func routeCheck(_ container: AppContainer) async -> DoctorReport.Check? {
    let selection = container.cloudSelection
    guard selection.choice == .embedded, let address = selection.osrm.value,
      let model = container.embeddedCloud.osrm
    else { return nil }
    return await .trying("routes") {
      try await model.check()
      return "OSRM answers (\(address))."
    }
  }

  /// A database that does not work is the check of the cloud's to tell.
  private func backupCheck(_ container: AppContainer) async -> DoctorReport.Check? {
    guard container.cloudSelection.choice == .embedded else { return nil }
    let now = container.services.wallClock.now
    if isNewCloud(container) { return .backup(nil, now: now) }
    do throws(StoreError) {
      return .backup(try await embeddedMaintenance(container).lastBackup(), now: now)
    } catch {
      return nil
    }
  }

  private func embeddedMaintenance(_ container: AppContainer) -> DatabaseMaintenance {
    CloudContainer(dependencies: container.embeddedCloud).makeDatabaseMaintenance()
  }

  /// Whether the embedded cloud was not used yet; a check does not make it.
  private func isNewCloud(_ container: AppContainer) -> Bool {
    container.cloudSelection.choice == .embedded && !Files.exists(container.folders.cloud)
  }

  private func cloudReport(_ container: AppContainer) throws(Problem) -> String {
    let choice = container.cloudSelection.choice
    guard choice != .embedded else {
      return "The embedded cloud answers (\(container.folders.cloud))."
    }
    guard !choice.isExposed else {
      throw Problem(
        .configuration, code: "unencrypted",
        message: "\(choice.argument) answers, but passwords can be read on their way to it.",
        hint: "Use an address with https.")
    }
    return "\(choice.argument) answers."
  }
}
