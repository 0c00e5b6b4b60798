import Cloud
import CloudStore
import Console
import Core
import FoundationEssentials
import Terminal

/// Reading the audit log.
enum AuditCommand {
  private static let since = Option<AuditPeriod?>(
    "since", help: "How far back to look; without it, as far as the log reaches.")
  private static let limit = Option(
    "limit", kind: .range(1...100_000).named("N"), default: 100,
    help: "How many events to show at the most.")

  static let audit = Command<CommandContext>(
    "audit", summary: "Show who signed in and out and what administrators did, newest first.",
    discussion: """
      A failed sign-in is shown with a hash of the e-mail, since the e-mail may belong to no \
      account. What a rider or an address repeats within an hour is one event, with the time of \
      the last and a count. Events are kept for \(AuditLog.days) days; of a rider, or of a network \
      address without a session, the newest \(AuditLog.share).
      """,
    examples: [
      CommandExample("koober-cloud audit --since 24h", "Show the last day."),
      CommandExample(
        "koober-cloud audit --since 7d --limit 10000 --json", "Hand a week to a program."),
    ],
    parameters: [since, limit, DatabaseOption.database]
  ) { values, context in
    let start = values[since].map { context.dependency.wallClock.now - $0.seconds }
    let events = try await context.cloud(values).makeAuditLog()
      .events(since: start, limit: values[limit])
    // Only operators give reasons.
    let reasons = events.contains { $0.reason != nil } ? [Table.Column("Reason", priority: 4)] : []
    try context.print(
      ["events": events],
      table: Table(
        columns: [
          Table.Column("Time", priority: 3, isWhole: true), Table.Column("Action", priority: 2),
          Table.Column("Subject", priority: 1, isWhole: true),
          Table.Column("Address", isWhole: true), Table.Column("Count", alignment: .trailing),
        ] + reasons,
        rows: events.map { event in
          [
            "\(event.time.formatted(.iso8601))", "\(event.action.rawValue)", "\(event.subject)",
            "\(event.address ?? "")", "\(event.count)",
          ] + reasons.map { _ in "\(event.reason ?? "")" }
        }),
      ifEmpty: "There are no events.")
  }
}

extension AuditEvent {
  fileprivate var subject: String {
    if let rider { return "rider \(rider)" }
    if let emailHash { return "email \(emailHash)" }
    return "\(action == .flagsPublication ? "operator" : "token") \(adminToken ?? "")"
  }
}

/// A time span such as `90s`, `30m`, `24h` or `7d`.
struct AuditPeriod: CommandLineValue {
  private static let secondsOfUnits: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]

  let argument: String
  let seconds: Double

  init(argument: String) throws(InvalidValueError) {
    guard let unit = argument.last.flatMap({ Self.secondsOfUnits[$0] }),
      let number = Int(argument.dropLast()), (1...100_000_000).contains(number)
    else { throw InvalidValueError("must be a number with s, m, h or d, for example 24h") }
    self.argument = argument
    seconds = Double(number * unit)
  }

  static var valueName: String { "DURATION" }
}
