import Basics
import Cloud
import CloudServer
import Commands
import Core
import FoundationEssentials
import Glibc
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
    let checkup = Checkup(
      context: context, options: try ServeOptions(values), database: try context.database(values))
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

  func checks() async -> [DoctorReport.Check] {
    var checks = [await databaseCheck()]
    if let backup = await backupCheck() { checks.append(backup) }
    if let file = database.file {
      checks.append(await .trying("disk") { try Self.freeSpace(of: file) })
    }
    if let tls = options.tls {
      let clock = context.dependency.wallClock
      checks.append(
        await .trying("tls") {
          let days = try tls.read().check(at: clock.now)
          guard days >= TLSIdentity.warningDays else {
            throw Problem(
              .configuration, code: "certificateExpires",
              message: "The certificate expires in \(days) days.",
              hint: "Renew it, and start the server again.")
          }
          return "The certificate is valid for \(days) days, and only its owner can read the key."
        })
    }
    if let path = options.flags ?? database.flagsFile {
      checks.append(
        await .trying("flags") {
          let file = FlagFile(path: path, reserved: ServedCloud.reservedFlags, report: { _ in })
          if let error = file.refresh() { throw error.problem }
          return "\(path) can be used, or is not there and holds no flags."
        })
    }
    if let address = options.osrm, let model = options.makeOSRM(context.dependency) {
      checks.append(
        await .trying("routes") {
          try await model.check()
          return "OSRM answers (\(address))."
        })
    }
    checks.append(
      await .trying("metrics port") {
        try HTTPServer.requireFree(
          host: options.operatorListen.host, port: options.operatorListen.port)
        return "\(options.operatorListen.authority) is free."
      })
    checks.append(
      await .trying("port") {
        try options.requireEncryption()
        try HTTPServer.requireFree(host: options.listen.host, port: options.listen.port)
        return "\(options.listen.authority) is free."
      })
    return checks
  }

  private func databaseCheck() async -> DoctorReport.Check {
    await .trying("database") {
      let migrator = context.cloud(on: database).makeMigrator()
      let schema = try await migrator.schema()
      switch schema.version {
      case schema.newest:
        let unreachable = try await migrator.unreachableAccounts()
        try await context.cloud(on: database).makeDatabaseMaintenance().readSamples()
        return "\(database) answers and has the newest version, \(schema.newest)."
          + (unreachable.isEmpty ? "" : " \(unreachable.sentence)")
      case 0: return "\(database) is new; the first start makes its tables."
      default:
        return "\(database) has version \(schema.version); "
          + "the next start brings it to \(schema.newest)."
      }
    }
  }

  /// A missing backup does not stop a server, so it is a note and no failure. Databases that do
  /// not work, or would be changed by the check, have none.
  private func backupCheck() async -> DoctorReport.Check? {
    let cloud = context.cloud(on: database)
    guard database.file != nil, let schema = try? await cloud.makeMigrator().schema(),
      schema.version == schema.newest
    else { return nil }
    do throws(DatabaseError) {
      let lastBackup = try await cloud.makeDatabaseMaintenance().lastBackup()
      return .backup(lastBackup, now: context.dependency.wallClock.now)
    } catch {
      return nil
    }
  }

  /// How much room there is for a file, in a folder that is writable or can be made.
  private static func freeSpace(of file: String) throws -> String {
    let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    try XDGDirectories.requireWritable(folder.isEmpty ? "/" : folder)
    var existing = folder.isEmpty ? "/" : folder
    var numbers = statvfs()
    while statvfs(existing, &numbers) != 0 {
      let errorNumber = errno
      guard errorNumber == ENOENT, let slash = existing.lastIndex(of: "/") else {
        throw FileError(errorNumber: errorNumber, path: existing)
      }
      existing = slash == existing.startIndex ? "/" : String(existing[..<slash])
    }
    let free = Int(numbers.f_bavail) * Int(numbers.f_frsize)
    guard free >= leastFreeSpace else {
      throw FileError(
        .full, path: folder, reason: "only \(free >> 20) MiB are free",
        remedy: "Free at least \(leastFreeSpace >> 20) MiB there.")
    }
    return "\(free >> 20) MiB are free for \(file)."
  }
}
