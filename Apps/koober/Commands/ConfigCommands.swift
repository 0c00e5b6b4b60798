import Commands
import Core
import Terminal

/// Commands for the settings that last.
enum ConfigCommands {
  private static let setting = Argument<Setting>("SETTING", help: "experiments or alerts.")
  private static let value = Argument<SettingValue>("VALUE", help: "on or off.")

  static let config = Command<CommandContext>(
    "config", summary: "Show and change settings.",
    discussion: """
      'experiments' says whether this installation records which variants of flags a rider meets and \
      what the rider does then; flags choose variants all the same. 'alerts' says whether news of the \
      ride and the inbox ring the bell and show a notification in the application. Each is 'on' \
      unless it is switched off; KOOBER_EXPERIMENTS and KOOBER_ALERTS win over what is set.
      """,
    examples: [
      CommandExample("koober config list", "List each setting, and where it comes from."),
      CommandExample("koober config set experiments off", "Record nothing for experiments."),
      CommandExample("koober config set alerts off", "Keep the bell quiet."),
      CommandExample("koober config unset alerts", "Let it ring again."),
    ],
    subcommands: [list, show, set, unset])

  private static let show = Command<CommandContext>(
    "show", summary: "Show the settings that 'set' changes.",
    examples: [CommandExample("koober config show", "Show them.")]
  ) { _, context in
    let settings = context.container.userSettings.entries
    try context.print(["settings": settings]) {
      try context.terminal.write(
        KeyValueList(settings.map { ($0.name, Styled("\($0.value) (\($0.origin))")) }))
    }
  }

  private static let set = Command<CommandContext>(
    "set", summary: "Change a setting; it holds from the next command on.",
    examples: [CommandExample("koober config set experiments on", "Take part again.")],
    parameters: [setting, value]
  ) { values, context in
    try store(values[value], for: values[setting], context)
  }

  private static let unset = Command<CommandContext>(
    "unset", summary: "Forget what was set; the setting is 'on' from the next command on.",
    examples: [CommandExample("koober config unset experiments", "Take part again.")],
    parameters: [setting]
  ) { values, context in
    try store(nil, for: values[setting], context)
  }

  /// Stores a value, or with `nil` none, and prints what holds then.
  private static func store(
    _ value: SettingValue?, for setting: Setting, _ context: CommandContext
  ) throws {
    let folders = context.container.folders
    if let moved = try UserSettings.store(value, for: setting, in: folders) {
      try context.note("The file could not be read and is now \(moved); the others are built in.")
    }
    if setting == .experiments, value == .off {
      try context.container.experimentEvents.forget()
    }
    let choice = UserSettings(
      environment: context.container.dependency.environment, folders: folders)[setting]
    let entry = SettingEntry(
      name: setting.rawValue, value: choice.value.rawValue, origin: choice.origin)
    let isDecided = choice.origin == setting.variable
    let time = isDecided ? "as long as \(setting.variable) is set" : "from now on"
    try context.print(["settings": [entry]]) {
      try context.terminal.writeLine("\(entry.name) is \(entry.value) \(time).")
    }
  }
}
