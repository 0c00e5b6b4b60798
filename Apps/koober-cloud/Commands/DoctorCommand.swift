import Basics
import Cloud
import CloudRoutes
import CloudServer
import CloudStore
import Console
import Core
import FoundationEssentials
import Terminal

/// Checks what a server depends on.
enum DoctorCommand {
  static let doctor = Command<CommandContext>(
    "doctor", summary: "Check whether a server could serve, and say what to do when not.",
    discussion: "Takes the options of 'serve', and changes nothing.",
    examples: [
      CommandExample("koober-cloud doctor", "Check what 'koober-cloud serve' needs."),
      CommandExample(
        "koober-cloud doctor --tls-certificate cert.pem --tls-key key.pem",
        "Check the certificate as well."),
    ],
    parameters: ServeOptions.all
  ) { values, context in
    let database = try context.database(values)
    let checkup = Checkup(
      context: context, options: try ServeOptions(values), database: database,
      cloud: context.cloud(on: database))
    try DoctorReport(checks: await checkup.checks()).print(on: context.console)
  }
}

/// Runs the checks one after the other.
private struct Checkup {
  /// Less than this, in bytes, is soon used up by the log of SQLite alone.
  private static let leastFreeSpace = 256 << 20

  let context: CommandContext
  let options: ServeOptions
  let database: DatabaseAddress
  let cloud: CloudContainer

  func checks() async -> [DoctorReport.Check] {
    var checks: [DoctorReport.Check] = []
    func check(_ name: String, _ finding: () async throws -> String) async {
      checks.append(await .trying(name, finding))
    }
    await check("database") { try await databaseState() }
    if let backup = await backupCheck() { checks.append(backup) }
    if let file = database.file {
      await check("disk") {
        let free = try XDGDirectories.requireRoom(
          in: Files.folder(of: file), for: Self.leastFreeSpace)
        return "\(free >> 20) MiB are free for \(file)."
      }
    }
    if let tls = options.tls {
      await check("tls") {
        let days = try tls.read().check(at: context.dependency.wallClock.now)
        guard days >= TLSIdentity.warningDays else {
          throw Problem(
            .configuration, code: "certificateExpires",
            message: "The certificate expires in \(days) days.",
            hint: "Renew it, and send the server SIGHUP.")
        }
        return "The certificate is valid for \(days) days, and only its owner can read the key."
      }
    }
    if let path = options.flags ?? database.flagsFile {
      await check("flags") {
        let file = FlagFile(
          path: path, reserved: ServedCloud.reservedFlags, mustExist: options.flags != nil,
          report: { _ in })
        if let error = file.refresh() { throw error.problem }
        return "\(path) can be used, or is not there and holds no flags."
      }
    }
    if let address = options.osrm, let model = options.makeOSRM(context.dependency) {
      await check("routes") {
        try await model.check()
        return "OSRM answers (\(address))."
      }
    }
    await check("metrics port") { try Self.requireFree(options.operatorListen) }
    await check("port") {
      try options.requireEncryption()
      return try Self.requireFree(options.listen)
    }
    return checks
  }

  private static func requireFree(_ address: ListenAddress) throws(ServerError) -> String {
    try HTTPServer.requireFree(host: address.host, port: address.port)
    return "\(address.authority) is free."
  }

  private func databaseState() async throws -> String {
    let (migrator, maintenance) = (cloud.makeMigrator(), cloud.makeDatabaseMaintenance())
    try await maintenance.rehearse()
    let schema = try await migrator.schema()
    switch schema.version {
    case schema.newest:
      let unreachable = try await migrator.unreachableAccounts()
      try await maintenance.readSamples()
      return "\(database) answers and has the newest version, \(schema.newest)."
        + (unreachable.isEmpty ? "" : " \(unreachable.sentence)")
    case 0: return "\(database) is new; the first start makes its tables."
    default:
      return "\(database) has version \(schema.version); "
        + "the next start brings it to \(schema.newest)."
    }
  }

  /// A missing backup does not stop a server, so it is a note and no failure. Databases that do
  /// not work, or would be changed by the check, have none.
  private func backupCheck() async -> DoctorReport.Check? {
    guard database.file != nil, let schema = try? await cloud.makeMigrator().schema(),
      schema.version == schema.newest
    else { return nil }
    do throws(StoreError) {
      let lastBackup = try await cloud.makeDatabaseMaintenance().lastBackup()
      return .backup(lastBackup, now: context.dependency.wallClock.now)
    } catch {
      return nil
    }
  }
}
