import Console
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
    _ value: SettingValue?, for setting: Setting, _ context: CommandContext
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

extension UserSettings {
  fileprivate var entries: [SettingEntry] { Setting.allCases.map(entry) }

  fileprivate func entry(of setting: Setting) -> SettingEntry {
    let choice = self[setting]
    return SettingEntry(name: setting.rawValue, value: choice.value.rawValue, origin: choice.origin)
  }
}

extension AppContainer {
  fileprivate var settings: [SettingEntry] {
    let cloud = cloudSelection
    let (address, origin) =
      cloud.isKnown ? (cloud.choice.argument, cloud.origin) : ("not known", folders.cloudChoice)
    return [
      SettingEntry(name: "cloud", value: address, origin: origin),
      setting(
        "cloud-ca", option: options.cloudAuthority, variable: "KOOBER_CLOUD_CA",
        other: cloud.certificateAuthority.map { ($0, folders.cloudChoice) } ?? ("", "built-in")),
      setting(
        "insecure-http", option: options.allowsInsecureHTTP ? "yes" : nil,
        variable: "KOOBER_INSECURE_HTTP"),
      setting(
        "osrm", variable: CloudSelection.osrmVariable,
        other: cloud.osrm.map { ("\($0)", folders.cloudChoice) } ?? ("", "built-in")),
      setting(
        "timeout", option: options.timeout.map { "\($0 / .seconds(1)) s" },
        other: ("none", "built-in")),
      setting(
        "output", option: options.output == .json ? "json" : nil, other: ("text", "built-in")),
      setting(
        "color", option: options.color == .auto ? nil : options.color.argument,
        other: colorOfEnvironment),
    ] + userSettings.entries + [
      setting("quiet", option: options.isQuiet ? "yes" : nil),
      setting("verbose", option: options.isVerbose ? "yes" : nil),
      setting(
        "accessible", variable: "KOOBER_ACCESSIBLE",
        other: variable("ACCESSIBLE").map { ($0, "ACCESSIBLE") }),
      folder("settings folder", folders.config, "XDG_CONFIG_HOME"),
      folder("data folder", folders.data, "XDG_DATA_HOME"),
      folder("state folder", folders.state, "XDG_STATE_HOME"),
      folder("cache folder", folders.cache, "XDG_CACHE_HOME"),
    ]
  }

  private func variable(_ name: String) -> String? {
    dependency.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private func setting(
    _ name: String, option: String? = nil, variable key: String = "",
    other: (value: String, origin: String)? = nil
  ) -> SettingEntry {
    let chosen =
      option.map { ($0, "--\(name)") } ?? variable(key).map { ($0, key) } ?? other
      ?? ("no", "built-in")
    return SettingEntry(name: name, value: chosen.0, origin: chosen.1)
  }

  private var colorOfEnvironment: (value: String, origin: String) {
    if variable("NO_COLOR") != nil { return ("never", "NO_COLOR") }
    if let force = variable("CLICOLOR_FORCE"), force != "0" { return ("always", "CLICOLOR_FORCE") }
    return ("auto", "built-in")
  }

  private func folder(_ name: String, _ path: String, _ key: String) -> SettingEntry {
    let isSet = variable(key)?.hasPrefix("/") == true
    let origin = variable("KOOBER_HOME") != nil ? "KOOBER_HOME" : isSet ? key : "built-in"
    return SettingEntry(name: name, value: path, origin: origin)
  }
}
