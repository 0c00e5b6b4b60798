import Basics
import Cloud
import CloudStore
import Console
import Core
import FoundationEssentials
import Terminal

/// Publishing definitions of flags to all servers of a database.
enum FlagCommands {
  private static let file = Argument(
    "FILE", kind: .file, help: "The definitions in flagd's format; - for standard input.")
  static let message = Option<String>("message", short: "m", help: "Why, in one line.")
  static let author = Option<String?>(
    "author", help: "Who publishes; without it, the account on this machine.")
  private static let base = Option<Int?>(
    "based-on", kind: .range(0...Int.max).named("VERSION"),
    help: "The version that the file was made from; another one meanwhile refuses it.")
  private static let limit = Option(
    "limit", kind: .range(1...10_000).named("N"), default: 20,
    help: "How many versions to show at the most.")
  private static let number = ValueKind<Int>.range(1...Int.max).named("VERSION")
  private static let shownVersion = Argument<Int?>(
    "VERSION", kind: number, help: "The version; without it, the newest one.")
  private static let version = Argument("VERSION", kind: number, help: "The earlier version.")
  private static let older = Argument<Int?>(
    "OLD", kind: number, help: "The version to compare with; without it, the one before NEW.")
  private static let newer = Argument<Int?>(
    "NEW", kind: number, help: "The version to compare; without it, the newest one.")

  static let flags = Command<CommandContext>(
    "flags", summary: "Check and publish the definitions of flags, with their history.",
    discussion: """
      A published version is kept for ever, and every server of the database serves the newest one \
      within a second; clients get it with their next request. Of two changes to the same version \
      the second is refused. A server that was started with --flags FILE serves that file instead.
      """,
    examples: [
      CommandExample(
        "koober-cloud flags publish flags.json --message 'Try cards with half of the riders'",
        "Publish a file."),
      CommandExample("koober-cloud flags history", "List who changed what, and why."),
    ],
    subcommands: [
      publish, FlagEditCommand.edit, rollback, history, show, diff, FlagFileCommands.lint,
      FlagFileCommands.evaluate, FlagFileCommands.logic,
    ])

  private static let publish = Command<CommandContext>(
    "publish", summary: "Publish a file of definitions.",
    discussion: """
      What 'lint' calls an error refuses the file; warnings are shown, and it is \
      published.
      """,
    examples: [
      CommandExample(
        "koober-cloud flags publish flags.json --message 'End the test' --based-on 7",
        "Publish a change of version 7 only.")
    ],
    parameters: [file, message, author, base, DatabaseOption.database]
  ) { values, context in
    let path = values[file] == "-" ? "/dev/stdin" : values[file]
    try await context.publish(
      try Files.read(path, limit: FlagPublisher.largestFile, acceptsStreams: true),
      basedOn: values[base], values)
  }

  private static let rollback = Command<CommandContext>(
    "rollback", summary: "Publish an earlier version again, as a new one.",
    examples: [
      CommandExample(
        "koober-cloud flags rollback 6 --message 'Cards lose taps on small screens'",
        "Return to version 6.")
    ],
    parameters: [version, message, author, DatabaseOption.database]
  ) { values, context in
    let published = try await context.cloud(values).makeFlagPublisher().rollBack(
      to: values[version], by: context.author(values), message: values[message])
    try context.report(published.record)
  }

  private static let history = Command<CommandContext>(
    "history", summary: "List the versions, newest first.",
    examples: [CommandExample("koober-cloud flags history --limit 5", "List the last five.")],
    parameters: [limit, DatabaseOption.database]
  ) { values, context in
    let publisher = try context.cloud(values).makeFlagPublisher()
    let versions = try await publisher.history(limit: values[limit])
    try context.print(
      ["versions": versions],
      table: Table(
        columns: [
          Table.Column("Version", alignment: .trailing, priority: 4),
          Table.Column("Published", priority: 1, isWhole: true),
          Table.Column("Author", priority: 2), Table.Column("Message", priority: 3),
        ],
        rows: versions.map { version in
          [
            "\(version.number)", "\(version.publishedAt.formatted(.iso8601))",
            "\(version.author)", "\(version.message)",
          ]
        }),
      ifEmpty: "No flags were published yet.")
  }

  private static let show = Command<CommandContext>(
    "show", summary: "Print the definitions of a version.",
    examples: [
      CommandExample("koober-cloud flags show 7 > flags.json", "Keep version 7 in a file.")
    ],
    parameters: [shownVersion, DatabaseOption.database]
  ) { values, context in
    let publisher = try context.cloud(values).makeFlagPublisher()
    let version = try await publisher.version(values[shownVersion])
    let record = version.record
    let document = JSON.object(version.document)
    try context.print(ShownVersion(version: record, definitions: document)) {
      try context.note(
        "Version \(record.number), \(record.publishedAt.formatted(.iso8601)), \(record.author): \(record.message)"
      )
      try context.terminal.write(document.serialized(.pretty) + "\n")
    }
  }

  private static let diff = Command<CommandContext>(
    "diff", summary: "Show what differs between two versions.",
    discussion: """
      A line begins with + for what was added, - for what was removed, and has both for what was \
      changed. One number is compared with the newest version.
      """,
    examples: [CommandExample("koober-cloud flags diff 6 7", "Show what version 7 changed.")],
    parameters: [older, newer, DatabaseOption.database]
  ) { values, context in
    let publisher = try context.cloud(values).makeFlagPublisher()
    let new = try await publisher.version(values[newer])
    let old = values[older] ?? new.record.number - 1
    let document: JSON.Object =
      old == 0 ? ["flags": [:]] : try await publisher.version(old).document
    let changes = JSONDifference(from: .object(document), to: .object(new.document)).changes
    try context.print(ShownDifference(from: old, to: new.record.number, changes: changes)) {
      for change in changes {
        if let old = change.old {
          try context.terminal.writeLine("\("- \(change.path): \(old.serialized())", .error)")
        }
        if let new = change.new {
          try context.terminal.writeLine("\("+ \(change.path): \(new.serialized())", .success)")
        }
      }
      if changes.isEmpty { try context.note("Nothing differs.") }
    }
  }
}

extension CommandContext {
  func author(_ values: ParsedValues) -> String {
    let account = ["USER", "LOGNAME"].lazy.compactMap { dependency.environment[$0] }
      .first { !$0.isEmpty }
    return values[FlagCommands.author] ?? account ?? "unknown"
  }

  /// Publishes a document, and shows what was published and what the lint warns of.
  func publish(_ bytes: [UInt8], basedOn base: Int?, _ values: ParsedValues) async throws {
    let result = try await cloud(values).makeFlagPublisher().publish(
      bytes, basedOn: base, by: author(values), message: values[FlagCommands.message])
    for warning in result.warnings { try console.note("\("warning:", .warning) \(warning)") }
    try report(result.version.record, isNew: result.isNew)
  }

  func report(_ version: FlagVersion.Record, isNew: Bool = true) throws {
    try print(
      PublishedVersion(version: version, published: isNew),
      line: isNew
        ? "Version \(version.number) is published."
        : "Nothing has changed since version \(version.number).")
  }
}

private struct PublishedVersion: Encodable {
  let version: FlagVersion.Record
  /// `false` when the newest version has the same definitions.
  let published: Bool
}

private struct ShownVersion: Encodable {
  let version: FlagVersion.Record
  let definitions: JSON
}

private struct ShownDifference: Encodable {
  let from: Int
  let to: Int
  let changes: [JSONDifference.Change]
}
