import Cloud
import CloudStore
import Console
import Core
import FoundationEssentials
import Terminal

/// Deciding who drives.
enum DriverCommands {
  private static let driver = Argument<String>(
    "DRIVER", help: "The driver's e-mail, plate or rider's id.")
  private static let state = Option<DriverAccount.State?>(
    "state", kind: .caseName("STATE"), help: "Only drivers with this decision.")
  private static let limit = Option(
    "limit", kind: .range(1...100_000).named("N"), default: 100,
    help: "How many drivers to show at the most.")
  private static let reason = Option<String>(
    "reason", help: "Why, in a line that the driver reads.")
  private static let yes = Flag("yes", short: "y", help: "Do not ask before approving the car.")
  private static let optionalReason = Option<String?>("reason", help: "Why, for the audit log.")

  static let drivers = Command<CommandContext>(
    "drivers", summary: "List, approve and suspend drivers.",
    discussion: """
      Of a server with 'serve --drivers approved' only approved drivers can start a shift, and whoever \
      registers another car has to be approved again; of one with '--drivers open' everybody but suspended \
      drivers. Decisions count at once and on every server of the database, and 'koober-cloud audit' has them.
      """,
    examples: [
      CommandExample("koober-cloud drivers list --state undecided", "List who waits for approval.")
    ],
    subcommands: [list, show, approve, suspend])

  private static let list = Command<CommandContext>(
    "list", summary: "List drivers by name, those first about whom nothing is decided.",
    examples: [
      CommandExample("koober-cloud drivers list", "List drivers."),
      CommandExample(
        "koober-cloud drivers list --state suspended --json", "Hand them to a program."),
    ],
    parameters: [state, limit, DatabaseOption.database]
  ) { values, context in
    let drivers = try await context.cloud(values).makeDriverAdministration()
      .list(values[state], limit: values[limit])
    try context.print(
      ["drivers": drivers],
      table: Table(
        columns: [
          Table.Column("Name", priority: 4), Table.Column("E-mail", priority: 3),
          Table.Column("Plate", priority: 2, isWhole: true), Table.Column("Model", priority: 0),
          Table.Column("Kind", priority: 1), Table.Column("Rides", alignment: .trailing),
          Table.Column("Online"), Table.Column("Decision", priority: 5, isWhole: true),
        ],
        rows: drivers.map { driver in
          [
            "\(driver.name)", "\(driver.email)", "\(driver.car.plate)", "\(driver.car.model)",
            "\(driver.car.option.name)", "\(driver.completedRides)",
            driver.shiftStartedAt == nil ? "no" : "yes", "\(driver.state.rawValue)",
          ]
        }),
      ifEmpty: "There are no such drivers.")
  }

  private static let show = Command<CommandContext>(
    "show", summary: "Show a driver, and what was decided.",
    examples: [CommandExample("koober-cloud drivers show 'KBR 042'", "Show the driver of a car.")],
    parameters: [driver, DatabaseOption.database]
  ) { values, context in
    let found = try await context.cloud(values).makeDriverAdministration().find(values[driver])
    try context.print(["driver": found]) { try context.terminal.write(found.record) }
  }

  private static let approve = Command<CommandContext>(
    "approve", summary: "Let a driver drive the registered car; also after a suspension.",
    examples: [
      CommandExample("koober-cloud drivers approve 'KBR 042' --yes", "Approve the driver of a car.")
    ],
    parameters: [driver, optionalReason, yes, DatabaseOption.database]
  ) { values, context in
    let administration = try context.cloud(values).makeDriverAdministration()
    let found = try await administration.find(values[driver])
    // The car may be another one than the operator remembers.
    var isSure = values[yes]
    if !isSure {
      isSure = try await context.terminal.confirm(
        "Let \(found.name) (\(found.email)) drive \(found.carText)?", orPass: "--yes")
    }
    guard isSure else {
      throw Problem(.cancelled, code: "cancelled", message: "Nobody was approved.", hint: "")
    }
    let approved = try await administration.approve(
      found, reason: values[optionalReason] ?? "")
    try context.print(
      ["driver": approved], line: "\(approved.name) may drive this car: \(approved.carText).")
  }

  private static let suspend = Command<CommandContext>(
    "suspend", summary: "Keep a driver from driving.",
    discussion: """
      An open shift ends, and with it an open offer; a ride that has not started is offered to others. With \
      a rider in the car the shift ends when the trip is completed.
      """,
    examples: [
      CommandExample(
        "koober-cloud drivers suspend 'KBR 042' --reason 'Two complaints are looked into.'",
        "Suspend a driver.")
    ],
    parameters: [driver, reason, DatabaseOption.database]
  ) { values, context in
    let suspended = try await context.cloud(values).makeDriverAdministration()
      .suspend(values[driver], reason: values[reason])
    try context.print(
      ["driver": suspended],
      line: suspended.shiftStartedAt == nil
        ? "\(suspended.name) is suspended."
        : "\(suspended.name) is suspended, and completes the trip under way.")
  }
}

extension DriverAccount {
  fileprivate var carText: String { "\(car.model), \(car.plate) (\(car.option.name))" }

  fileprivate var record: KeyValueList {
    var facts: [(label: String, value: Styled)] = [
      ("Name", Styled(name)), ("E-mail", Styled(email)), ("Rider", Styled(rider.rawValue)),
      ("Car", Styled(carText)),
      ("Rides", Styled("\(completedRides)")),
      shiftStartedAt.map { ("Online since", Styled(Formatters.time($0))) } ?? ("Online", "no"),
      ("Decision", Styled(state.rawValue, .bold)),
    ]
    if let decidedAt, state != .undecided {
      facts.append(("Decided", Styled(Formatters.time(decidedAt))))
    }
    if let reason, !reason.isEmpty { facts.append(("Reason", Styled(reason))) }
    return KeyValueList(facts)
  }
}
