import Console
import Core
import Terminal

/// Commands for the settings that last.
enum ConfigCommands {
  private static let setting = Argument<UserSetting>("SETTING", help: "experiments or alerts.")
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

  private static let list = Command<CommandContext>(
    "list", summary: "List each setting with its value and where it comes from.",
    discussion: """
      An option comes before a variable of the environment, that before a file, that before what is \
      built in. 'koober flags list' says the same of the flags.
      """,
    examples: [
      CommandExample("koober config list --json", "List them as JSON."),
      CommandExample("koober config list --cloud embedded", "See what an option changes."),
    ]
  ) { _, context in
    let settings = context.container.settings
    try context.print(["settings": settings]) {
      try context.terminal.write(
        Table(
          columns: [
            Table.Column("Setting", priority: 2, isWhole: true),
            Table.Column("Value", priority: 1, isWhole: true), Table.Column("Comes from"),
          ],
          rows: settings.map { [Styled($0.name), Styled($0.value), Styled($0.origin)] }))
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
    _ value: SettingValue?, for setting: UserSetting, _ context: CommandContext
  ) throws {
    let folders = context.container.folders
    if let moved = try UserSettings.store(value, for: setting, in: folders) {
      try context.note("The file could not be read and is now \(moved); the others are built in.")
    }
    if setting == .experiments, value == .off {
      try context.container.experimentEvents.forget()
    }
    let environment = context.container.dependency.environment
    let entry = UserSettings(environment: environment, folders: folders).entry(of: setting)
    let isDecided = entry.origin == setting.variable
    let time = isDecided ? "as long as \(setting.variable) is set" : "from now on"
    try context.print(["settings": [entry]], line: "\(entry.name) is \(entry.value) \(time).")
  }
}

struct SettingEntry: Encodable {
  let name: String
  let value: String
  /// The option, the variable or the file that says so; "built-in" without one.
  let origin: String
}

extension SettingEntry {
  init<Value>(_ name: String, _ setting: Setting<Value>, _ text: (Value) -> String) {
    self.init(name: name, value: text(setting.value), origin: setting.origin)
  }

  init(_ name: String, _ setting: Setting<String>) { self.init(name, setting) { $0 } }
}

extension UserSettings {
  fileprivate var entries: [SettingEntry] { UserSetting.allCases.map(entry) }

  fileprivate func entry(of setting: UserSetting) -> SettingEntry {
    SettingEntry(setting.rawValue, self[setting], \.rawValue)
  }
}

extension AppContainer {
  private var environment: [String: String] { dependency.environment }

  fileprivate var settings: [SettingEntry] {
    let cloud = cloudSelection
    let address =
      cloud.isKnown
      ? Setting(cloud.choice.argument, origin: cloud.origin)
      : Setting("not known", origin: folders.cloudChoice)
    return [
      SettingEntry("cloud", address),
      SettingEntry("cloud-ca", cloud.certificateAuthority) { $0 ?? "" },
      option("insecure-http", options.allowsInsecureHTTP ? "yes" : nil, "KOOBER_INSECURE_HTTP"),
      SettingEntry("osrm", cloud.osrm) { $0.map { "\($0)" } ?? "" },
      option("timeout", options.timeout.map { "\($0 / .seconds(1)) s" }, default: "none"),
      option("output", options.output == .json ? "json" : nil, default: "text"),
      SettingEntry("color", color),
    ] + userSettings.entries + [
      option("quiet", options.isQuiet ? "yes" : nil),
      option("verbose", options.isVerbose ? "yes" : nil),
      SettingEntry(
        "accessible",
        Setting(
          variable: environment.variable("KOOBER_ACCESSIBLE"),
          file: environment.variable("ACCESSIBLE"), default: "no")),
      folder("settings folder", folders.config, "XDG_CONFIG_HOME"),
      folder("data folder", folders.data, "XDG_DATA_HOME"),
      folder("state folder", folders.state, "XDG_STATE_HOME"),
      folder("cache folder", folders.cache, "XDG_CACHE_HOME"),
    ]
  }

  private func option(
    _ name: String, _ value: String?, _ variable: String = "", default builtIn: String = "no"
  ) -> SettingEntry {
    SettingEntry(
      name,
      Setting(
        option: ("--\(name)", value), variable: environment.variable(variable), default: builtIn))
  }

  private var color: Setting<String> {
    if options.color != .auto { return Setting(options.color.argument, origin: "--color") }
    if environment.variable("NO_COLOR").said != nil { return Setting("never", origin: "NO_COLOR") }
    let force = environment.variable("CLICOLOR_FORCE")
    guard let said = force.said, said != "0" else { return Setting("auto") }
    return Setting("always", origin: force.name)
  }

  private func folder(_ name: String, _ path: String, _ variable: String) -> SettingEntry {
    let isSet = environment.variable(variable).said?.hasPrefix("/") == true
    let home = environment.variable("KOOBER_HOME")
    if home.said != nil { return SettingEntry(name, Setting(path, origin: home.name)) }
    return SettingEntry(name, isSet ? Setting(path, origin: variable) : Setting(path))
  }
}
